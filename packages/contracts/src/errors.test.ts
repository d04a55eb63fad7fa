import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { errorCodes, errorStatus } from './errors.ts'

it('has every code that a file declares, once', () => {
  const files = ['errors.ts', ...globSync('*/error-codes.ts', { cwd: import.meta.dirname })]
  const declared = files.flatMap((file) => {
    const source = readFileSync(`${import.meta.dirname}/${file}`, 'utf8')
    return [...source.matchAll(/^ {2}(\w+): (\d{3}),$/gm)].map(([, code = '', status]) => ({ code, status }))
  })
  expect(declared.map(({ code }) => code).toSorted()).toEqual(errorCodes.toSorted())
  for (const { code, status } of declared) expect(errorStatus).toHaveProperty(code, Number(status))
})
