import type { Trouble, TroubleKind } from '@recado/contracts/admin/system'

const texts: Record<TroubleKind, { en: string; pt: string }> = {
  workers_gone: { en: 'No background process is running', pt: 'Nenhum processo em segundo plano está em execução' },
  disk_low: { en: 'The disk is almost full (#% free)', pt: 'O disco está quase cheio (#% livre)' },
  webhooks_behind: { en: 'Webhooks from Meta are piling up: #', pt: 'Os webhooks da Meta estão se acumulando: #' },
  sends_behind: { en: 'Messages are delayed: #', pt: 'Mensagens com atraso no envio: #' },
  meta_refusing: { en: 'Meta is rejecting messages: #', pt: 'A Meta está rejeitando mensagens: #' },
  database_slow: { en: 'The database is slow: # ms', pt: 'O banco de dados está lento: # ms' },
  jobs_behind: { en: 'Background jobs are piling up: #', pt: 'As tarefas em segundo plano estão se acumulando: #' },
  numbers_down: { en: "Numbers that aren't working: #", pt: 'Números que não estão funcionando: #' },
  webhooks_failed: { en: 'Failed webhooks: #', pt: 'Webhooks com falha: #' },
  jobs_failed: { en: 'Failed background jobs: #', pt: 'Tarefas em segundo plano com falha: #' },
  notices_failing: { en: 'Failed notifications: #', pt: 'Notificações com falha: #' },
}

/** What a trouble is called in a notice, with the first companies it hits. */
export const troubleText = (kind: TroubleKind, count: number, companies: Trouble['companies']) => {
  const names = companies?.first.map(({ name }) => name).join(', ')
  const textOf = (text: string, locale: string) =>
    [text.replace('#', count.toLocaleString(locale)), ...(names ? [names] : [])].join(' · ')
  return { en: textOf(texts[kind].en, 'en'), pt: textOf(texts[kind].pt, 'pt-BR') }
}
