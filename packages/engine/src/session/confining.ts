import { makePrivate } from '../audit/private-directory.ts';
import { placesOf } from '../exec/sandbox/places.ts';
import { Sandbox } from '../exec/sandbox/sandbox.ts';

/** The sandbox of a conversation's commands. Where none works, the person is told at the first command, once. */
export function confining(directory: string, home: string, onNote: (text: string) => void): Sandbox {
  try {
    // A home that is not there could be made by a command, with approvals of its own in it.
    makePrivate(home);
  } catch (error) {
    onNote(`${home} can not be made: ${error instanceof Error ? error.message : String(error)}.`);
  }
  return new Sandbox(placesOf(directory, home, process.env), {
    onMissing: ({ found, todo }) => {
      const fix = todo === null ? '' : ` ${todo}`;
      onNote(`Commands run unconfined, though the setting sandbox is auto: ${found}.${fix}`);
    },
  });
}
