/** A model for the list that the person reads. Sizes in bytes, length in tokens; null where the server does not tell. */
export interface InstalledModel {
  /** As `--model` takes it. */
  name: string;
  size: number | null;
  parameterSize: string | null;
  contextLength: number | null;
  capabilities: readonly string[] | null;
  cloud: boolean;
  loaded: boolean;
}
