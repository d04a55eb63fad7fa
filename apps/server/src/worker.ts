import './quick-imports.ts'

// The worker process, which the product starts beside the one that answers requests.

try {
  const { startSupervised } = await import('./processes/supervised.ts')
  await startSupervised()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
