import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const quickImports = new URL('../quick-imports.ts', import.meta.url).href

/** Starts a program of this folder, by its name such as `sum-process`, in a process of its own. */
export const startProgram = (name: string, args: readonly string[], stdio: StdioOptions = 'inherit'): ChildProcess =>
  spawn(process.execPath, ['--import', quickImports, fileURLToPath(new URL(`${name}.ts`, import.meta.url)), ...args], {
    stdio,
  })
