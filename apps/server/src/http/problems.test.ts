import { writeFile } from 'node:fs/promises'
import { endpoint, problem } from '@recado/contracts'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { buildOwnApp } from '#server/test/app.ts'
import { fieldErrorsOf } from './errors.ts'
import { route } from './mount.ts'
import { registerProblems } from './problems.ts'

it('a full disk has a code of its own, whether files or the database met it', async () => {
  const app = fastify()
  registerProblems(app)
  app.get('/file', () => writeFile('/dev/full', 'x'))
  app.get('/row', () => {
    const cause = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' })
    throw new DrizzleQueryError('insert into messages', ['text'], cause)
  })
  for (const url of ['/file', '/row']) {
    const answer = await app.inject({ url })
    expect([answer.statusCode, problem.parse(answer.json()).code]).toEqual([507, 'storage_full'])
    expect(answer.body).not.toContain('insert')
  }
  await app.close()
})

it('many wrong fields are reported as the first hundred', () => {
  const { error } = z.array(z.string()).safeParse(Array.from({ length: 5000 }, (_, i) => i))
  expect(error && fieldErrorsOf(error)).toHaveLength(100)
})

it('an answer that its contract does not know is no fault of whoever asked', async () => {
  const t = await buildOwnApp()
  const count = endpoint({
    method: 'GET',
    path: '/api/v1/counts',
    can: 'public',
    summary: 'Counts',
    response: z.object({ count: z.number().max(1) }),
  })
  route(t.app, count, () => ({ count: 2 }))
  const answer = await t.app.inject({ url: '/api/v1/counts' })
  const { code, errors } = problem.parse(answer.json())
  expect([answer.statusCode, code, errors]).toEqual([500, 'internal', undefined])
  await t.close()
})
