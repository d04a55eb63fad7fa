import type { ContactImport } from '@recado/contracts/contacts/imports'
import { drainImports } from '#server/modules/contacts/imports/importer.ts'
import type { TestApp } from './app.ts'
import { createBrowser } from './browser.ts'
import { createSignedIn } from './factories.ts'

const boundary = 'a-line-between-the-parts'

/** A file as a form carries it. */
export const formWith = (content: Buffer | string, name: string) => {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  return {
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

/** A person who imports files of contacts, into a company of their own unless one is given. */
export const createImporter = async (
  { app, deps }: TestApp,
  fields: Parameters<typeof createSignedIn>[1] = {},
  company?: Parameters<typeof createSignedIn>[2],
) => {
  const person = await createSignedIn(deps, fields, company)
  const browser = createBrowser(app)
  browser.use(person.headers)
  await browser.session()
  const upload = (content: Buffer | string, name = 'contacts.csv') =>
    browser.send('POST', '/api/v1/imports', formWith(content, name))
  const read = async (id: string): Promise<ContactImport> => (await browser.get(`/api/v1/imports/${id}`)).json()
  const step = (id: string, path: string) => browser.post(`/api/v1/imports/${id}/${path}`)
  /** Uploads, maps and checks a file. */
  const check = async (content: Buffer | string, mapping: object = {}): Promise<ContactImport> => {
    const { id } = (await upload(content)).json()
    const mapped = await browser.put(`/api/v1/imports/${id}/mapping`, mapping)
    if (mapped.statusCode !== 200) throw new Error(`mapping: ${mapped.body}`)
    await step(id, 'dry-run')
    await drainImports(deps)
    return read(id)
  }
  /** Takes a file in to its end. */
  const run = async (content: Buffer | string, mapping: object = {}): Promise<ContactImport> => {
    const { id } = await check(content, mapping)
    await step(id, 'start')
    await drainImports(deps)
    return read(id)
  }
  const undo = async (id: string): Promise<ContactImport> => {
    await step(id, 'revert')
    await drainImports(deps)
    return read(id)
  }
  return { ...person, browser, upload, read, step, check, run, undo }
}
