import { JSONShape, type JSONShapeReport } from '../../../../packages/engine/src/readers/json-shape/json-shape.ts';

/** The report on `text`, pushed in parts of `size` characters. */
export function shapeOf(text: string, kind: 'json' | 'jsonl' = 'json', size = 1 << 16): JSONShapeReport {
  const shape = new JSONShape(kind);
  for (let at = 0; at < text.length; at += size) shape.push(text.slice(at, at + size));
  return shape.finish();
}

/** The places of `value` as lines, path and types. */
export function places(value: unknown): string[] {
  return shapeOf(JSON.stringify(value)).places.map((place) => `${place.path}: ${place.text}`);
}
