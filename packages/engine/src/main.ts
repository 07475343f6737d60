import { runProgram } from './cli/program.ts';
import { closeInheritedDescriptors } from './exec/descriptors.ts';

// stdout belongs to the program: a library that logs must not write into a protocol or a result.
console.log = console.error;
console.info = console.error;
console.debug = console.error;

closeInheritedDescriptors();

void runProgram(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
