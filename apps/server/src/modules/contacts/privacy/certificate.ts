import { dateTimeWriter } from '@recado/contracts/shared/date-text'
import type { Ctx } from '#server/context.ts'
import { pdfChunks } from '#server/lib/pdf/pdf-thread.ts'
import type { PdfLine } from '#server/lib/pdf/write-pdf.ts'
import { settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import type { ErasureRow } from './queries/erasures.ts'

const texts = {
  title: 'Certificate of erasure · Certificado de apagamento',
  company: 'Company · Empresa',
  contact: 'Contact · Contato',
  number: 'Erasure · Apagamento',
  asked: 'Requested · Pedido em',
  done: 'Completed · Concluído em',
  mode: 'Extent · Alcance',
  counts: 'What went, by records · O que foi apagado, por registros',
  statement: 'Statement · Declaração',
} as const

const modes = {
  anonymise:
    'Everything that identifies the person was removed; only totals that identify no one remain. · Tudo o que identifica a pessoa foi removido; restam apenas números que não identificam ninguém.',
  delete: 'Everything kept about the person was deleted. · Tudo o que era guardado sobre a pessoa foi apagado.',
} as const

const statement = `Only a keyed hash of the person's identifiers is kept, so that they are neither added nor messaged again. Backups expire within 30 days. · É mantido apenas um hash com chave dos identificadores da pessoa, para que ela não seja cadastrada nem receba mensagens novamente. As cópias de segurança expiram em até 30 dias.`

async function* linesOf(
  row: ErasureRow,
  company: string,
  timeOf: (at: Date) => string,
  now: Date,
): AsyncGenerator<PdfLine> {
  const line = (label: string, text: string): PdfLine => ({ label, text, tone: 'plain' })
  yield line(texts.company, company)
  yield line(texts.contact, row.contactId)
  yield line(texts.number, row.id)
  yield line(texts.asked, timeOf(row.createdAt))
  yield line(texts.done, timeOf(now))
  yield line(texts.mode, modes[row.mode])
  const counts = Object.entries(row.counts).map(([what, count]) => `${what}: ${count}`)
  yield line(texts.counts, counts.join('\n') || '0')
  yield line(texts.statement, statement)
}

/** The proof of an erasure, in both languages: what went and when, without a name. */
export const certificateOf = async (ctx: Ctx, row: ErasureRow): Promise<Buffer> => {
  const settings = await settingsOf(ctx.deps, row.companyId)
  const timeZone = settings?.company.timezone ?? 'UTC'
  const write = dateTimeWriter({ language: 'en', timeZone, dateFormat: 'ymd', timeFormat: 'h23' }, 'short', 'medium')
  const lines = linesOf(row, settings?.company.name ?? row.companyId, (at) => `${write(at)} (${timeZone})`, ctx.now())
  const chunks: Uint8Array[] = []
  for await (const chunk of pdfChunks({ title: texts.title, meta: [row.id] }, lines)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
