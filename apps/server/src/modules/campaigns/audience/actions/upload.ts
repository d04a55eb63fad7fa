import { Readable } from 'node:stream'
import { type AudienceUpload, audienceLimits } from '@recado/contracts/campaigns/audience'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import type { UploadedFile } from '#server/http/surface.ts'
import { newId } from '#server/lib/ids.ts'
import { sanitizeText } from '#server/lib/sanitize-text.ts'
import { readStored, refusalOf } from '#server/lib/table-files/read-stored.ts'
import { allRows, firstRows } from '#server/lib/table-files/rows-file.ts'
import { emitCampaign, lockCampaign, mayChange, readCampaign } from '#server/modules/campaigns/campaigns/index.ts'
import { batches, findCountry } from '#server/modules/contacts/contacts/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { assertRoom } from '#server/modules/shared/settings-resource/index.ts'
import { numberIn, pastedRows, phoneColumnOf } from '../numbers.ts'
import { countUploadRows, countUploads, deleteUpload, insertUpload, insertUploadRows } from '../queries/uploads.ts'

/** Rows that are written at a time. */
const PORTION = 1000

type Rows = AsyncIterable<readonly string[]> | Iterable<readonly string[]>
type Table = { fileName: string; columns: string[]; phoneAt: number; rows: Rows }

/** The draft, if its audience can still be changed. Throws `not_found`, `state_invalid`. */
const lockOpen = async (tx: CompanyCtx, campaignId: string) => {
  const row = await lockCampaign(tx, campaignId)
  if (!mayChange(row, ['audience'])) throw new AppError('state_invalid', { data: { state: row.state } })
  return row
}

/** Columns by names of which each is there once; those without one are called by their place. */
const namesOf = (columns: readonly string[]) => columns.map((name, index) => name || String(index + 1))

type Numbered = { phone: string | null; cells: readonly string[] }

const writePortion = async (tx: CompanyCtx, uploadId: string, from: number, rows: readonly Numbered[]) => {
  const phones = [...new Set(rows.flatMap(({ phone }) => (phone === null ? [] : [phone])))]
  const known = await batches.findByKeys(tx, { scope: '', external: [], phones, emails: [], documents: [] })
  await insertUploadRows(
    tx,
    uploadId,
    rows.map(({ phone, cells }, index) => ({
      ...{ rowNo: from + index, phone, cells },
      contactId: phone === null ? null : (known.get(`phone ${phone}`) ?? null),
    })),
  )
}

const writeRows = async (tx: CompanyCtx, uploadId: string, { rows, phoneAt }: Table): Promise<void> => {
  const country = (await findCountry(tx)) ?? 'BR'
  let portion: Numbered[] = []
  let rowNo = 1
  const flush = async () => {
    if (portion.length === 0) return
    await writePortion(tx, uploadId, rowNo, portion)
    rowNo += portion.length
    portion = []
  }
  for await (const cells of rows) {
    portion.push({ phone: numberIn(cells[phoneAt] ?? '', country), cells })
    if (portion.length >= PORTION) await flush()
  }
  await flush()
}

const save = async (ctx: CompanyCtx, campaignId: string, table: Table): Promise<AudienceUpload> => {
  const id = newId()
  await inTransaction(ctx, async (tx) => {
    assertRoom(await countUploads(tx, campaignId), audienceLimits.sources)
    const columns = namesOf(table.columns)
    const { fileName, phoneAt } = table
    await insertUpload(tx, { id, campaignId, fileName, columns, phoneColumn: columns[phoneAt] ?? '' })
    await writeRows(tx, id, table)
    await countUploadRows(tx, id)
    // Held still only now: reading a large file takes a while, and people go on with the draft meanwhile.
    const row = await lockOpen(tx, campaignId)
    await recordAudit(tx, {
      action: 'campaign.update',
      target: { type: 'campaign', id: campaignId, label: row.name },
      diff: { fields: ['uploads'] },
    })
    emitCampaign(tx, campaignId)
  })
  const { uploads } = await readCampaign(ctx, campaignId)
  const saved = uploads.find((upload) => upload.id === id)
  if (!saved) throw new AppError('not_found')
  return saved
}

const assertOpen = (ctx: CompanyCtx, campaignId: string) => inTransaction(ctx, (tx) => lockOpen(tx, campaignId))

/**
 * Reads a file of numbers into a draft; the file itself is not kept. Throws `not_found`, `state_invalid`, `limit_reached`,
 * `file_too_large`, `file_type_refused`, and `validation_failed` for one without rows, with too many, and the like.
 */
export const takeFile = async (
  ctx: CompanyCtx,
  campaignId: string,
  upload: UploadedFile | null,
): Promise<AudienceUpload> => {
  await assertOpen(ctx, campaignId)
  if (!upload)
    throw new AppError('validation_failed', {
      errors: [{ path: 'file', code: 'required', message: 'A file is needed' }],
    })
  const { files } = ctx.deps
  const file = await files.put(Readable.from(upload.stream), audienceLimits.fileBytes).catch((error: unknown) => {
    throw refusalOf(error, audienceLimits.fileBytes)
  })
  const kept = [file.path]
  try {
    const { rows, read } = await readStored(ctx, file.path, { maxRows: audienceLimits.fileRows })
    kept.push(rows.path)
    async function* cells() {
      for await (const row of allRows(ctx.deps, rows.path)) yield row.cells
    }
    return await save(ctx, campaignId, {
      fileName: sanitizeText(upload.name).trim().slice(0, 200) || 'numbers.csv',
      columns: read.columns,
      phoneAt: phoneColumnOf(read.columns, await firstRows(ctx.deps, rows.path)),
      rows: cells(),
    })
  } finally {
    for (const path of kept) await files.remove(path)
  }
}

/** Takes pasted numbers into a draft. Throws `not_found`, `state_invalid`, `limit_reached`. */
export const takePaste = async (ctx: CompanyCtx, campaignId: string, text: string): Promise<AudienceUpload> => {
  await assertOpen(ctx, campaignId)
  const rows = pastedRows(text)
  if (rows.length > audienceLimits.numbers)
    throw new AppError('limit_reached', { data: { limit: audienceLimits.numbers } })
  return save(ctx, campaignId, { fileName: 'numbers.txt', columns: ['phone'], phoneAt: 0, rows })
}

/** Takes uploaded rows out of a draft. Throws `not_found`, `state_invalid`. */
export const removeUpload = (ctx: CompanyCtx, campaignId: string, uploadId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await lockOpen(tx, campaignId)
    if (!(await deleteUpload(tx, campaignId, uploadId))) throw new AppError('not_found')
    await recordAudit(tx, {
      action: 'campaign.update',
      target: { type: 'campaign', id: campaignId, label: row.name },
      diff: { fields: ['uploads'] },
    })
    emitCampaign(tx, campaignId)
  })
