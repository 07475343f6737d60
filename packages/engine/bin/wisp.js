#!/usr/bin/env node
import { launch } from './launch.js';

await launch('wisp', () => import('../dist/wisp.js'));
