#!/usr/bin/env node
import { createRequire } from 'node:module';
import { launch } from './launch.js';

// Required, not imported: an import would read the whole bundle once more for the names that it exports.
await launch('wisp', () => createRequire(import.meta.url)('../dist/wisp.cjs'));
