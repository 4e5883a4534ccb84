import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './paths.mjs';

/**
 * A reporter of vitest: keeps the names of the test files that began and have not ended in the file UNFINISHED_FILES.
 * A test that never gives the processor back cannot be timed out; this names it.
 */
export default class UnfinishedFiles {
  #names = new Set();

  onTestModuleStart({ moduleId }) {
    this.#names.add(relative(root, moduleId));
    this.#write();
  }

  onTestModuleEnd({ moduleId }) {
    this.#names.delete(relative(root, moduleId));
    this.#write();
  }

  #write() {
    writeFileSync(process.env['UNFINISHED_FILES'], [...this.#names].join(', '));
  }
}
