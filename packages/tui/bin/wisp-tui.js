#!/usr/bin/env node
import { launch } from '@wisp/engine/launch';

await launch('wisp-tui', () => import('../dist/wisp-tui.js'));
