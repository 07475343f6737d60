import manifest from '../../package.json' with { type: 'json' };

/** Version of the engine, from its package. */
export const VERSION: string = manifest.version;
