import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { printClientOperations } from './lib/client-operations.ts'
import { root } from './lib/paths.ts'

// Prints the types of packages/client anew, after contracts of the public API have changed.

writeFileSync(join(root, 'packages/client/src/operations.gen.ts'), await printClientOperations())
