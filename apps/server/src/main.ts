import { startProcess } from './process.ts'

await startProcess(process.argv.slice(2), process.env)
