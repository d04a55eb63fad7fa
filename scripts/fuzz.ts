import { vitestProgram } from './lib/paths.ts'
import { runNode } from './lib/run.ts'

// Every endpoint called with everything that no one should send, and how late /healthz gets meanwhile: some minutes. The
// tests send a part of it.

const env = { ...process.env, FUZZ: 'whole' }
process.exitCode = await runNode([vitestProgram, 'run', '--project', 'server', 'src/test/fuzz.test.ts'], { env })
