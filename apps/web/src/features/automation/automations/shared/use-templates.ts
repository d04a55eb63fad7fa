import type { TemplateSummary } from '@recado/contracts/whatsapp/channel-templates'
import type { TemplateComponent } from '@recado/contracts/whatsapp/template-parts'
import { templateVariables } from '@recado/contracts/whatsapp/template-variables'
import { useQueries, useQuery } from '@tanstack/react-query'
import { channelTemplatesQuery } from '#web/queries/channel-templates.ts'
import { channelsQuery } from '#web/queries/channels.ts'

export const keyOf = ({ name, language }: { name: string; language: string }): string => `${name} ${language}`

export const sendableOf = ({ components, parameterFormat, category }: TemplateSummary) => ({
  components: components as TemplateComponent[],
  parameterFormat,
  category,
})

/** Whether only words are missing in it. */
const isFillable = (template: TemplateSummary): boolean =>
  templateVariables(sendableOf(template)).every(
    ({ kind, required, mediaKind }) => !required || (!mediaKind && ['text', 'url_suffix', 'code'].includes(kind)),
  )

/** Templates that automations can send by a number, or by any; null until they are known. */
export const useTemplates = (channelId: string | null): TemplateSummary[] | null => {
  const { data } = useQuery(channelsQuery)
  const channels = (data?.data ?? []).filter(({ id }) => channelId === null || id === channelId)
  return useQueries({
    queries: channels.map(({ id }) => channelTemplatesQuery(id)),
    combine: (results) => {
      if (!data || results.some(({ isPending }) => isPending)) return null
      const all = results.flatMap((result) => result.data?.data ?? [])
      return [...new Map(all.map((one) => [keyOf(one), one])).values()].filter(isFillable)
    },
  })
}
