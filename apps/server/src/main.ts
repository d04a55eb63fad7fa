import './quick-imports.ts'

try {
  const { startProcess } = await import('./process.ts')
  await startProcess(process.argv.slice(2), process.env)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
