/** How far a long work has come: `done` of `total` of a unit, total null where it is not known. */
interface Progress {
  done: number;
  total: number | null;
  unit: string;
}

/** Is told what is being done, in a few words, and how far it has come where that can be counted. */
export type OnProgress = (text: string, progress?: Progress) => void;
