import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createFolderStore } from './file-store.ts'

it('files and their folders are inaccessible to other accounts of the machine', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'recado-files-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const root = join(folder, 'files')
  const { path } = await createFolderStore(root).put(Buffer.from('a paper'), 100)
  const modeOf = async (name: string) => ((await stat(name)).mode & 0o777).toString(8)
  const [shelf = ''] = await readdir(root)
  expect([await modeOf(root), await modeOf(join(root, shelf)), await modeOf(join(root, path))]).toEqual([
    '700',
    '700',
    '600',
  ])
})
