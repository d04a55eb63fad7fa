import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lookForDuplicates } from '../../apps/server/src/modules/contacts/duplicates/index.ts'
import { type AddressBook, addressBook } from '../lib/address-book.ts'
import { runHelper } from '../lib/child.ts'
import { type Client, createClient } from '../lib/client.ts'
import { listRequests, segmentFilters } from '../lib/contact-lists.ts'
import type { BenchOptions, Figure, Measure } from '../lib/figure.ts'
import { databaseSeconds } from '../lib/memory.ts'
import { percentile, sleep } from '../lib/numbers.ts'
import { type Product, startProduct } from '../lib/product.ts'
import { openStage, type Stage } from '../lib/stage.ts'
import type { HttpLoad, HttpResult } from '../load/http-load.ts'

const MB = 1024 * 1024
const COUNTS = 5
/** One row in so many is about an existing contact. */
const KNOWN_EVERY = 10

type Ground = { stage: Stage; book: AddressBook; product: Product; client: Client; options: BenchOptions }

const timed = async <T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> => {
  const started = performance.now()
  const result = await work()
  return { ms: performance.now() - started, result }
}

const measureLists = async ({ stage, book, options }: Ground): Promise<Measure[]> => {
  const measures: Measure[] = []
  for (const [name, requests] of await listRequests(stage, book)) {
    const load: HttpLoad = { port: stage.port, requests, connections: 4, seconds: options.seconds / 4, perSecond: 0 }
    const before = await databaseSeconds(stage.dataDir)
    const result = await runHelper<HttpResult>('http-load.ts', 'run', load)
    const each = ((await databaseSeconds(stage.dataDir)) - before) / result.count
    const failed = result.failures > 0 ? `, ${result.failures} FAILED` : ''
    measures.push({
      name: `contacts, ${name}, p95`,
      value: result.p95,
      unit: 'ms',
      target: { at: 'most', value: 100 },
      note: `p50 ${result.p50.toFixed(1)} ms over 4 connections; database ${(each * 1000).toFixed(1)} ms each${failed}`,
    })
  }
  return measures
}

type Count = { count: number | null; exact: boolean }

const measureSegments = async ({ stage, book, client }: Ground): Promise<Measure[]> => {
  const { pool } = stage.deps.database
  const bare = await timed(() =>
    pool.query('select count(*) from contacts where company_id = $1 and deleted_at is null', [book.company.id]),
  )
  const measures: Measure[] = []
  for (const [name, filter] of Object.entries(segmentFilters(book))) {
    const times: number[] = []
    let found: Count = { count: null, exact: false }
    for (let n = 0; n < COUNTS; n++) {
      const { ms, result } = await timed(() => client.post<Count>('/api/v1/segments/preview', { filter }))
      times.push(ms)
      found = result
    }
    measures.push({
      name: `segment, ${name}, slowest of ${COUNTS} counts`,
      value: percentile(times, 1),
      unit: 'ms',
      target: { at: 'most', value: 2000 },
      baseline: { name: 'counting all', value: bare.ms },
      note: `${found.exact ? 'exactly' : 'NOT EXACTLY'} ${found.count?.toLocaleString('en-US')}, p50 ${percentile(times, 0.5).toFixed(0)} ms`,
    })
  }
  return measures
}

type Imported = { id: string; state: string; counts: Record<string, number> | null; error: string | null }

/** A file of people with what shops write down, one in ten of them known by the phone. */
const fileOf = async ({ stage, book }: Ground, rows: number): Promise<string> => {
  const { rows: known } = await stage.deps.database.pool.query<{ phone: string }>(
    'select phone from contacts where company_id = $1 and phone is not null order by id limit $2',
    [book.company.id, Math.ceil(rows / KNOWN_EVERY)],
  )
  // Others than those of runs before on the same folder.
  const first = 10_000_000 + (Date.now() % 70_000_000)
  const lines = Array.from({ length: rows }, (_, i) => {
    const phone =
      i % KNOWN_EVERY === 0 ? `+${known[i / KNOWN_EVERY]?.phone}` : `(88) 9${String(first + i).padStart(8, '0')}`
    return `Pessoa ${i} da Silva;${phone};pessoa${first + i}@importada.com.br;contact_tags ${1 + (i % 9)};Rua ${i % 500};Olinda;${i % 50}`
  })
  return `Nome;Celular;E-mail;Etiquetas;Rua;Cidade;visits\n${lines.join('\n')}\n`
}

/** Rows a second of `COPY` into a table with a primary key and nothing else. */
const copyRate = async ({ stage }: Ground, file: string): Promise<number> => {
  const { pool } = stage.deps.database
  const path = join(stage.dataDir, 'rows.csv')
  await writeFile(path, file)
  await chmod(path, 0o644)
  await pool.query(`create table if not exists bench_copied (n bigint generated always as identity primary key, name text,
    phone text, email text, tags text, street text, city text, visits int)`)
  await pool.query('truncate bench_copied')
  const { ms, result } = await timed(() =>
    pool.query(
      `copy bench_copied (name, phone, email, tags, street, city, visits) from '${path}' with (format csv, delimiter ';', header)`,
    ),
  )
  await pool.query('drop table bench_copied')
  return ((result.rowCount ?? 0) * 1000) / ms
}

const measureImport = async (ground: Ground): Promise<Measure[]> => {
  const { book, client, product, stage } = ground
  const rows = book.contacts / 10
  const file = await fileOf(ground, rows)
  const baseline = { name: 'bare COPY', value: await copyRate(ground, file) }
  const uploaded = await timed(() => client.upload<Imported>('/api/v1/imports', 'people.csv', file))
  const path = `/api/v1/imports/${uploaded.result.id}`
  await client.put(`${path}/mapping`, {})
  const checked = await timed(async () => {
    await client.post(`${path}/dry-run`)
    return client.until<Imported>(path, ({ state }) => state !== 'validating')
  })
  const spent = { product: await product.cpuSeconds(), database: await databaseSeconds(stage.dataDir) }
  const taken = await timed(async () => {
    await client.post(`${path}/start`)
    return client.until<Imported>(path, ({ state }) => state !== 'running')
  })
  const { state, counts } = taken.result
  if (state !== 'completed') throw new Error(`the import ended ${JSON.stringify(taken.result)}`)
  const each = (seconds: number) => `${Math.round((seconds * 1_000_000) / rows)} µs`
  const ofProduct = each((await product.cpuSeconds()) - spent.product)
  const ofDatabase = each((await databaseSeconds(stage.dataDir)) - spent.database)
  const rate = (ms: number) => (rows * 1000) / ms
  return [
    {
      name: `import of ${rows.toLocaleString('en-US')} rows, taken in`,
      value: rate(taken.ms),
      unit: 'rows/s',
      target: { at: 'least', value: 5000 },
      baseline,
      note: `${counts?.created} created, ${counts?.updated} updated; processor time each: product ${ofProduct}, database ${ofDatabase}`,
    },
    { name: 'the same, checked before', value: rate(checked.ms), unit: 'rows/s', baseline },
    { name: 'the same, uploaded and read', value: rate(uploaded.ms), unit: 'rows/s', baseline },
  ]
}

type Task = { id: string; status: string; progress: number; error: string | null; file: { size: number } | null }

const taskOf = async (client: Client, id: string): Promise<Task> => {
  const isOver = ({ data }: { data: Task[] }) =>
    data.some((one) => one.id === id && !['queued', 'running'].includes(one.status))
  const { data } = await client.until('/api/v1/tasks', isOver)
  const task = data.find((one) => one.id === id)
  if (task?.status !== 'completed') throw new Error(`the task ended ${JSON.stringify(task)}`)
  return task
}

/** The most memory that the product has while something is done. */
const watchMemory = async <T>(product: Product, work: () => Promise<T>): Promise<{ peak: number; result: T }> => {
  let peak = 0
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      peak = Math.max(peak, await product.memory())
      await sleep(200)
    }
  })()
  const result = await work().finally(() => {
    isOver = true
  })
  await watching
  return { peak, result }
}

const measureExport = async ({ stage, book, client, product }: Ground): Promise<Measure[]> => {
  const bare = await timed(() =>
    stage.deps.database.pool.query(
      `copy (select * from contacts where company_id = '${book.company.id}') to '/dev/null'`,
    ),
  )
  const rest = await product.memory()
  const spent = { product: await product.cpuSeconds(), database: await databaseSeconds(stage.dataDir) }
  const { ms, result } = await timed(() =>
    watchMemory(product, async () => {
      const { id } = await client.post<Task>('/api/v1/list-exports', { list: 'contacts', format: 'csv' })
      return taskOf(client, id)
    }),
  )
  const rows = bare.result.rowCount ?? 0
  const each = (seconds: number) => `${Math.round((seconds * 1_000_000) / rows)} µs`
  const ofProduct = each((await product.cpuSeconds()) - spent.product)
  const ofDatabase = each((await databaseSeconds(stage.dataDir)) - spent.database)
  return [
    {
      name: `export of ${rows.toLocaleString('en-US')} contacts as CSV`,
      value: (rows * 1000) / ms,
      unit: 'rows/s',
      target: { at: 'least', value: 20_000 },
      baseline: { name: 'bare COPY', value: (rows * 1000) / bare.ms },
      note: `${Math.round((result.result.file?.size ?? 0) / MB)} MB; processor time each: product ${ofProduct}, database ${ofDatabase}`,
    },
    {
      name: 'memory meanwhile, above rest',
      value: (result.peak - rest) / MB,
      unit: 'MB',
      target: { at: 'most', value: 150 },
      note: `at rest ${Math.round(rest / MB)} MB`,
    },
  ]
}

const measureDuplicates = async ({ stage, book }: Ground): Promise<Measure[]> => {
  const { deps } = stage
  const { pool, db } = deps.database
  const isDone = async () => {
    const { rows } = await pool.query<{ open: number }>(
      `select count(*)::int as open from jobs where name = 'duplicates.find' and company_id = $1 and finished_at is null`,
      [book.company.id],
    )
    return rows[0]?.open === 0
  }
  const before = await databaseSeconds(stage.dataDir)
  const { ms } = await timed(async () => {
    await lookForDuplicates(deps, db, book.company.id)
    while (!(await isDone())) await sleep(100)
  })
  const spent = (await databaseSeconds(stage.dataDir)) - before
  const { rows } = await pool.query<{ found: number }>(
    'select count(*)::int as found from duplicate_candidates where company_id = $1',
    [book.company.id],
  )
  return [
    {
      name: 'duplicates among all of them, the nightly run',
      value: ms / 1000,
      unit: 's',
      note: `${rows[0]?.found} pairs; database ${spent.toFixed(1)} s of processor time`,
    },
  ]
}

const measureBulk = async ({ book, client }: Ground): Promise<Measure[]> => {
  const filter = { list: book.listIds[0] ?? '' }
  const { ms, result } = await timed(async () => {
    const { data, page } = await client.get<{ data: unknown[]; page: { total: number } }>(
      `/api/v1/contacts?${new URLSearchParams({ ...filter, count: 'exact', limit: '1' })}`,
    )
    const body = {
      selection: { filter, expected: page.total },
      change: { type: 'add_tags', tags: ['Campaign of the bench'] },
    }
    const outcome = await client.post<{ task?: Task; changed: number }>('/api/v1/contact-changes', body)
    return outcome.task ? (await taskOf(client, outcome.task.id)).progress : data.length
  })
  return [
    { name: `a tag given to ${result.toLocaleString('en-US')} contacts`, value: (result * 1000) / ms, unit: 'rows/s' },
  ]
}

const measureErasure = async ({ stage, book, client }: Ground): Promise<Measure[]> => {
  const { rows } = await stage.deps.database.pool.query<{ id: string }>(
    `select v.contact_id as id from conversations v join contacts c on c.company_id = v.company_id and c.id = v.contact_id
      where v.company_id = $1 and c.name is not null and c.deleted_at is null limit 1`,
    [book.company.id],
  )
  const path = `/api/v1/contacts/${rows[0]?.id}`
  const { displayName } = await client.get<{ displayName: string }>(path)
  const { ms } = await timed(async () => {
    const { id } = await client.post<{ id: string }>(`${path}/erase`, { mode: 'anonymise', confirm: displayName })
    await client.until<{ state: string }>(`/api/v1/erasures/${id}`, ({ state }) => state === 'done')
  })
  return [{ name: 'erasure of one, until its certificate is there', value: ms / 1000, unit: 's' }]
}

/** Waits, a minute at most, until what a start has to do for 201 companies is done. */
const settle = async ({ deps }: Stage): Promise<void> => {
  for (let tries = 0; tries < 120; tries++) {
    const { rows } = await deps.database.pool.query("select 1 from jobs where status in ('queued', 'running') limit 1")
    if (rows.length === 0 && tries > 4) return
    await sleep(500)
  }
}

const measure = async (options: BenchOptions): Promise<Measure[]> => {
  const contacts = options.small ? 50_000 : 1_000_000
  // Jobs of the numbers call no one outside.
  const stage = await openStage({ WHATSAPP_GRAPH_URL: 'http://127.0.0.1:9' }, process.env.BENCH_DATA)
  try {
    const book = await addressBook(stage, contacts)
    const product = await startProduct(stage, options.profile ? 'contacts' : null)
    await settle(stage)
    const client = createClient(product.url, book.company.cookie)
    const ground: Ground = { stage, book, product, client, options }
    const measures: Measure[] = []
    const parts = [
      measureLists,
      measureSegments,
      measureExport,
      measureDuplicates,
      measureErasure,
      measureBulk,
      measureImport,
    ]
    for (const part of parts) {
      const found = await part(ground)
      console.log(`  ${found[0]?.name} ... measured`)
      measures.push(...found)
    }
    await product.stop()
    return measures
  } finally {
    await stage.close()
  }
}

export const contacts: Figure = { name: 'contacts', title: 'An address book with very many contacts', run: measure }
