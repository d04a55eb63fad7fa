import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureInboxBuild } from './lib/inbox-build.ts'
import { root, typescriptProgram } from './lib/paths.ts'

// The package as the registry would have it: packed, unpacked into a project of someone else, and used there. What its
// manifest names is linked from here instead of fetched, so a dependency that is not named is missing.

const source = join(root, 'packages/inbox')
const project = mkdtempSync(join(tmpdir(), 'recado-inbox-package-'))
const modules = join(project, 'node_modules')
const installed = join(modules, '@recado/inbox')

const run = (program: string, ...args: string[]) => execFileSync(program, args, { cwd: project, encoding: 'utf8' })
const runNode = (...args: string[]) => run(process.execPath, ...args)

type Manifest = { dependencies: Record<string, string>; peerDependencies: Record<string, string> }

const folderOf = (name: string) => {
  const paths = createRequire(join(source, 'package.json')).resolve.paths(name) ?? []
  for (const path of paths) {
    try {
      return dirname(createRequire(source).resolve(join(path, name, 'package.json')))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error
    }
  }
  throw new Error(`${name} is not installed`)
}

const link = (name: string) => {
  mkdirSync(dirname(join(modules, name)), { recursive: true })
  symlinkSync(folderOf(name), join(modules, name))
}

beforeAll(async () => {
  await ensureInboxBuild(() => {})
  mkdirSync(installed, { recursive: true })
  const npm = process.env['npm_execpath']
  const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', project, source]
  const name = (npm ? runNode(npm, ...pack) : run('npm', ...pack)).trim()
  run('tar', '-xzf', join(project, name), '-C', installed, '--strip-components=1')
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Manifest
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) link(name)
  link('@types/react')
  link('@types/react-dom')
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'host', private: true, type: 'module' }))
}, 120_000)

afterAll(() => rmSync(project, { recursive: true, force: true }))

it('holds what people use and no sources', () => {
  const files = run('find', installed, '-type', 'f').trim().split('\n')
  const names = files.map((file) => file.slice(installed.length + 1))
  expect(names).toEqual(expect.arrayContaining(['README.md', 'dist/index.js', 'dist/index.d.ts', 'dist/headless.js']))
  expect(names).toContain('dist/embed/embed.js')
  expect(names.filter((name) => /^(src|playground)|\.(gz|br)$|\.test\./.test(name))).toEqual([])
})

it('gives Node the headless client, without React', () => {
  rmSync(join(modules, 'react'))
  try {
    writeFileSync(
      join(project, 'headless.js'),
      `import { createInbox, HeadlessService } from '@recado/inbox/headless'
       const inbox = createInbox({ backendUrl: 'http://127.0.0.1:1' })
       console.log(inbox.getState().session.status, typeof new HeadlessService({
         applicationIdentifier: 'app', subscriberId: 'bia', backendUrl: 'http://127.0.0.1:1' }).initializeSession)`,
    )
    expect(runNode('headless.js').trim()).toBe('idle function')
  } finally {
    link('react')
  }
})

it('renders a closed bell on a server', () => {
  writeFileSync(
    join(project, 'server.js'),
    `import { createElement } from 'react'
     import { renderToString } from 'react-dom/server'
     import { NotificationBell, NovuProvider, PopoverNotificationCenter } from '@recado/inbox'
     const bell = ({ unseenCount }) => createElement(NotificationBell, { unseenCount })
     const center = createElement(PopoverNotificationCenter, { colorScheme: 'light' }, bell)
     console.log(renderToString(createElement(NovuProvider, { applicationIdentifier: 'app', subscriberId: 'bia' }, center)))`,
  )
  const html = runNode('server.js')
  expect(html).toContain('data-test-id="notification-bell"')
  expect(html).not.toContain('role="dialog"')
})

it.each([
  ['ESNext', 'Bundler'],
  ['NodeNext', 'NodeNext'],
])('is typed for programs of module %s, resolved as %s', (module, moduleResolution) => {
  const options = { module, moduleResolution, target: 'ES2022', lib: ['ES2022', 'DOM'], jsx: 'react-jsx' }
  const compilerOptions = { ...options, strict: true, skipLibCheck: false, noEmit: true, types: [] }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['page.tsx'] }))
  const page = `
    import { NotificationBell, NovuProvider, PopoverNotificationCenter, useNotifications } from '@recado/inbox'
    import { createInbox, type IMessage } from '@recado/inbox/headless'
    const inbox = createInbox({ backendUrl: 'https://recado.example' })
    export const stop: () => void = inbox.on('notificationReceived', (message: IMessage) => void message.content)
    export function Count() {
      const unseen: number | undefined = useNotifications().unseenCount
      // @ts-expect-error A count is no date.
      const wrong: Date = useNotifications().unseenCount
      return <p title={String(wrong)}>{unseen}</p>
    }
    export const page = (
      <NovuProvider applicationIdentifier="app" subscriberId="bia" i18n="pt">
        <PopoverNotificationCenter colorScheme="dark" onNotificationClick={(message) => console.log(message._id)}>
          {({ unseenCount }) => <NotificationBell unseenCount={unseenCount} />}
        </PopoverNotificationCenter>
      </NovuProvider>
    )`
  writeFileSync(join(project, 'page.tsx'), page)
  runNode(typescriptProgram, '-p', '.')
})
