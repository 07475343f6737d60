import { closeSync, fstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OutputRecord, outputRecord } from './record.ts';
import { openRegular, StoredOutput, StoreError } from './stored-output.ts';

/** A record is some hundred bytes and some dozen a page. */
const LARGEST_RECORD = 1_048_576;

/**
 * Opens output `id` of the store directory `directory`, by its record. Throws StoreError when there is none, and when what is
 * there is not what its record says.
 */
export function openOutput(directory: string, id: string): StoredOutput {
  return StoredOutput.of(directory, readRecord(join(directory, id), id));
}

function readRecord(path: string, id: string): OutputRecord {
  let text: string;
  try {
    const fd = openRegular(`${path}.json`, id);
    try {
      if (fstatSync(fd).size > LARGEST_RECORD)
        throw new StoreError('damaged', `the record of output ${id} is too large to be one`);
      text = readFileSync(fd, 'utf8');
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError('damaged', `the record of output ${id} can not be read`, { cause: error });
  }
  try {
    const record = outputRecord.parse(JSON.parse(text));
    if (record.id === id) return record;
  } catch (error) {
    throw new StoreError('damaged', `the record of output ${id} is not a record`, { cause: error });
  }
  throw new StoreError('damaged', `the record of output ${id} is that of another output`);
}
