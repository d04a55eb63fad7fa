import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { root } from '../lib/paths.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

type Service = {
  image: string
  build?: string
  command?: string[]
  environment?: Record<string, string>
  volumes?: string[]
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { test?: string[]; disable?: boolean }
}
const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>
  volumes: Record<string, unknown>
}

/** The names that `config.ts` knows, read from its text: the file that declares them is the only one to read them. */
const known = new Set(
  [...read('apps/server/src/config.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name),
)

it('names every variable of the configuration in .env.example, and no other', () => {
  const named = [...read('.env.example').matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name)
  expect(known.size).toBeGreaterThan(20)
  expect(new Set(named)).toEqual(known)
})

it('passes only known variables to the services', () => {
  for (const name of ['web', 'worker']) {
    const given = Object.keys(compose.services[name]?.environment ?? {})
    expect(given.filter((variable) => !known.has(variable))).toEqual([])
    expect(given).toEqual(expect.arrayContaining(['DATABASE_URL', 'REDIS_URL', 'APP_SECRET', 'PUBLIC_URL', 'DATA_DIR']))
  }
})

it('splits the product into web and worker, which wait for healthy servers', () => {
  expect(compose.services['web']?.command).toEqual(['--roles=web'])
  expect(compose.services['worker']?.command).toEqual(['--roles=worker'])
  for (const service of Object.values(compose.services)) {
    for (const needed of Object.keys(service.depends_on ?? {})) {
      expect(service.depends_on?.[needed]?.condition).toBe('service_healthy')
      expect(compose.services[needed]?.healthcheck?.test).toBeDefined()
    }
    for (const volume of service.volumes ?? []) expect(compose.volumes).toHaveProperty(volume.split(':')[0] ?? '')
  }
})

it('runs the image on the pinned Node and not as root', () => {
  const dockerfile = read('Dockerfile')
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: { node: string } }
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
  expect(new Set(bases)).toEqual(new Set([`node:${dependencies.node}-bookworm-slim`]))
  expect(dockerfile).toMatch(/^USER node$/m)
  expect(dockerfile).toMatch(/^HEALTHCHECK /m)
})
