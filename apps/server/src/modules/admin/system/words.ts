import type { Trouble, TroubleKind } from '@recado/contracts/admin/system'

type Words = { en: string; pt: string }

const words: Record<TroubleKind, Words> = {
  workers_gone: { en: 'No background process is working', pt: 'Nenhum processo em segundo plano está trabalhando' },
  disk_low: { en: 'The disk is almost full (% free: #)', pt: 'O disco está quase cheio (% livre: #)' },
  webhooks_behind: { en: 'Webhooks from Meta are piling up: #', pt: 'Os webhooks da Meta estão se acumulando: #' },
  sends_behind: { en: 'Messages wait too long to leave: #', pt: 'Mensagens esperam demais para sair: #' },
  meta_refusing: { en: 'Meta refuses messages: #', pt: 'A Meta está recusando mensagens: #' },
  database_slow: { en: 'The database is slow: # ms', pt: 'O banco de dados está lento: # ms' },
  jobs_behind: { en: 'Background jobs are piling up: #', pt: 'As tarefas em segundo plano estão se acumulando: #' },
  numbers_down: { en: 'Numbers that do not work: #', pt: 'Números que não funcionam: #' },
  webhooks_failed: { en: 'Webhooks that could not be processed: #', pt: 'Webhooks que não puderam ser processados: #' },
  jobs_failed: { en: 'Background jobs gave up: #', pt: 'Tarefas em segundo plano desistiram: #' },
  notices_failing: { en: 'Notifications do not arrive: #', pt: 'Notificações não chegam: #' },
}

/** What a trouble is called in a notice, with the first companies it hits. */
export const troubleWords = (kind: TroubleKind, count: number, companies: Trouble['companies']) => {
  const names = companies?.first.map(({ name }) => name).join(', ')
  const textOf = (text: string) => [text.replace('#', String(count)), ...(names ? [names] : [])].join(' · ')
  return { textEn: textOf(words[kind].en), textPt: textOf(words[kind].pt) }
}
