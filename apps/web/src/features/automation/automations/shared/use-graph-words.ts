import type { AutomationTrigger, ContactEventMatch } from '@recado/contracts/automation/automation-events'
import { automationFields } from '@recado/contracts/automation/automation-fields'
import type { AutomationGraph, AutomationNode } from '@recado/contracts/automation/automation-graph'
import type { GraphFinding } from '@recado/contracts/automation/check-graph'
import type { WaitSpan } from '@recado/contracts/automation/wait-spans'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '#web/components/filter-builder/field-words.ts'
import { useExplain } from '#web/components/filter-builder/use-explain.ts'
import { useFilterWords } from '#web/components/filter-builder/use-filter-words.ts'
import { timeText } from '#web/lib/i18n/time-text.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import { automationsQuery } from '#web/queries/automations.ts'
import { teamsQuery } from '#web/queries/teams.ts'
import { variablesOf } from './graph-edit.ts'
import { detailText, eventText, type Reference, stepText, type Wording } from './graph-texts.ts'

/** Puts the parts of automations into words: what starts them, what steps do, and what is wrong. */
export const useGraphWords = (graph: Pick<AutomationGraph, 'trigger' | 'nodes'>) => {
  const { t, i18n } = useTranslation(['automation/automations', 'contacts/contact', 'contacts/list', 'filters'])
  const { words } = useFilterWords()
  const fields = words && automationFields(words.fields, graph.trigger?.kind ?? null, variablesOf(graph))
  const explain = useExplain(true, fields ?? undefined)
  const teams = useQuery(teamsQuery).data?.data ?? []
  const automations = useQuery(automationsQuery({}, undefined, 100)).data?.data ?? []
  const zone = useSignedIn().user.currentCompany?.timezone

  const list = (items: readonly string[], joined: 'and' | 'or' = 'or') =>
    new Intl.ListFormat(i18n.language, { type: joined === 'or' ? 'disjunction' : 'conjunction' }).format(items)
  const nameOf = (kind: Reference, id: string) => words?.references[kind]?.find((one) => one.id === id)?.name
  const names = (kind: Reference, ids: readonly string[], joined: 'and' | 'or' = 'or') =>
    list(
      ids.map((id) => nameOf(kind, id) ?? (words ? t('gone') : '…')),
      joined,
    )
  const fieldName = (name: string) => {
    const field = fields?.find((one) => one.name === name.replace(/^contact\./, ''))
    return field && words ? fieldLabel(field, words) : name.replace(/^(event|vars|contact)\./, '')
  }
  const span = ({ amount, unit }: WaitSpan) => t(`span.${unit}`, { count: amount })
  const time = (clock: string) => timeText(clock, i18n.language)
  const weekdays = (days: readonly number[]) =>
    list(
      days.toSorted().map((day) => t(`weekday.${day}`)),
      'and',
    )
  const quoted = (texts: readonly string[]) => list(texts.map((text) => `“${text}”`))

  const env: Wording = {
    ...{ t, language: i18n.language, zone, teams, automations, list, nameOf, names },
    ...{ fieldName, span, time, weekdays, quoted, explain },
  }
  return {
    t,
    words,
    /** Puts conditions into words. */
    explain,
    /** What conditions can ask here, in words. */
    filterWords: words && fields ? { ...words, fields } : null,
    event: (one: AutomationTrigger | ContactEventMatch) => eventText(one, env),
    /** What narrows an event. */
    detail: (one: AutomationTrigger | ContactEventMatch) => detailText(one, env),
    fieldName,
    span,
    /** What a step is called. */
    titleOf: (node: AutomationNode): string => node.name || t(`node.${node.kind}.name`),
    /** What a step does, in a few words. */
    summaryOf: (node: AutomationNode): string => stepText(node, env) || t('unset'),
    /** What a way out of a step is called; undefined for the only one. */
    wayOf: (node: AutomationNode, outlet: string): string | undefined => {
      if (outlet === 'next') return 'onError' in node && node.onError === 'branch' ? t('way.next') : undefined
      const id = outlet.slice(outlet.indexOf(':') + 1)
      if (node.kind === 'switch' && outlet.startsWith('case:')) {
        const place = node.cases.findIndex((one) => one.id === id)
        return node.cases[place]?.name || t('way.case', { number: place + 1 })
      }
      if (node.kind === 'split') {
        const part = node.parts.find((one) => one.id === id)
        return part ? `${part.name} ${part.percent}%`.trim() : outlet
      }
      return t(node.kind === 'ask_consent' && outlet === 'timeout' ? 'way.noAnswer' : `way.${outlet}`)
    },
    findingOf: ({ code }: Pick<GraphFinding, 'code'>): string => t(`finding.${code}`),
  }
}
export type GraphWords = ReturnType<typeof useGraphWords>
