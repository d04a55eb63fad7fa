import { Badge, Button, Group, Loader, Modal, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import { syncTemplates, type TemplateSummary } from '@recado/contracts/whatsapp/channel-templates'
import { IconRefresh, IconSearch, IconTemplate } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { call } from '#web/lib/api/api.ts'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { useCan } from '#web/lib/session/session.ts'
import { plainText } from '#web/lib/ui/parse-format.ts'
import { channelTemplatesQuery } from '#web/queries/channel-templates.ts'
import { usePrice } from '../cost.ts'
import { asObject, asText } from '../timeline/payload.ts'
import { recentFirst } from './recent-templates.ts'
import classes from './template.module.css'
import { type TemplateFilling, TemplateForm } from './template-form.tsx'
import { type TemplateTarget, useTemplateTarget } from './template-target.ts'

const bodyOf = (template: TemplateSummary): string => {
  const body = template.components.map(asObject).find((part) => asText(part?.type)?.toUpperCase() === 'BODY')
  return plainText(asText(body?.text) ?? '')
}

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const matches = (template: TemplateSummary, search: string): boolean => {
  const wanted = fold(search.trim())
  return (
    wanted === '' || fold(`${template.name.replaceAll('_', ' ')} ${template.name} ${bodyOf(template)}`).includes(wanted)
  )
}

const categoryOf = (category: string): string => {
  const word = category.toLowerCase()
  return ['utility', 'marketing', 'authentication'].includes(word) ? word : 'other'
}

const SyncButton = ({ channelId }: { channelId: string }) => {
  const { t } = useTranslation('inbox/conversations')
  const queryClient = useQueryClient()
  const sync = useMutation({
    mutationFn: () => call(syncTemplates, { params: { id: channelId } }),
    onSuccess: () => queryClient.invalidateQueries(channelTemplatesQuery(channelId)),
  })
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={<IconRefresh size={15} />}
      loading={sync.isPending}
      onClick={() => sync.mutate()}
    >
      {t('template.sync')}
    </Button>
  )
}

/** What it costs when it is delivered. */
const Price = ({ known }: { known: ReturnType<ReturnType<typeof usePrice>> }) => {
  const { t } = useTranslation('inbox/conversations')
  if (!known) return null
  const title = `${t('cost.perMessage')} · ${known.rates}`
  return (
    <Text span size="xs" c="dimmed" ml="auto" style={{ flex: 'none' }} title={title}>
      {known.price}
    </Text>
  )
}

type ListProps = { target: TemplateTarget; onChoose: (template: TemplateSummary) => void }

const TemplateList = ({ target, onChoose }: ListProps) => {
  const { channelId } = target
  const { t } = useTranslation('inbox/conversations')
  const can = useCan()
  const [search, setSearch] = useState('')
  const query = useQuery(channelTemplatesQuery(channelId))
  useInvalidateOn(['template.updated'], [channelTemplatesQuery(channelId).queryKey])
  const priceOf = usePrice(target.prices)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const found = recentFirst(query.data?.data ?? []).filter((template) => matches(template, search))
  const syncedAt = query.data?.syncedAt
  return (
    <Stack gap="sm">
      <TextInput
        ref={field}
        data-autofocus
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        leftSection={<IconSearch size={16} />}
        placeholder={t('template.search')}
        aria-label={t('template.search')}
      />
      {query.isPending ? <Loader size="sm" mx="auto" my="lg" /> : null}
      {query.error && !query.data ? <RetryState compact error={query.error} onRetry={query.refetch} /> : null}
      {query.data && found.length === 0 ? (
        <EmptyState
          compact
          icon={IconTemplate}
          title={t(search ? 'common:nothingFound' : 'template.none')}
          {...(search ? {} : { description: t('template.noneText') })}
        />
      ) : null}
      <ul className={classes.list}>
        {found.map((template) => (
          <li key={template.id}>
            <UnstyledButton className={classes.item} onClick={() => onChoose(template)}>
              <Group gap={8} wrap="nowrap">
                <Text fw={600} size="sm" truncate>
                  {template.name}
                </Text>
                <Badge size="xs" variant="light" color="gray" tt="none" style={{ flex: 'none' }}>
                  {template.language}
                </Badge>
                <Badge size="xs" variant="light" tt="none" style={{ flex: 'none' }}>
                  {t(`template.category.${categoryOf(template.category)}`)}
                </Badge>
                <Price known={priceOf(template.category)} />
              </Group>
              <Text size="sm" c="dimmed" lineClamp={2}>
                {bodyOf(template)}
              </Text>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed">
          {query.data ? t(syncedAt ? 'template.synced' : 'template.neverSynced') : null}{' '}
          {syncedAt ? <RelativeTime value={syncedAt} /> : null}
        </Text>
        {can('channels.view') ? <SyncButton channelId={channelId} /> : null}
      </Group>
    </Stack>
  )
}

type ChooserProps = {
  target: TemplateTarget
  busy?: boolean
  /** What the button says when it does not send at once. */
  submitLabel?: string
  onSend: (template: TemplateSummary, filling: TemplateFilling) => void
  onSendAndSnooze?: (template: TemplateSummary, filling: TemplateFilling) => void
}

type ChosenProps = { chosen: TemplateSummary | null; onChosen: (template: TemplateSummary | null) => void }

/** Approved templates; the chosen one is filled in, previewed with its price, and sent. */
export const TemplateChooser = (props: ChooserProps & ChosenProps) => {
  const { target, chosen, onChosen, busy = false, submitLabel, onSend, onSendAndSnooze } = props
  if (!chosen) return <TemplateList target={target} onChoose={onChosen} />
  return (
    <TemplateForm
      key={chosen.id}
      template={chosen}
      target={target}
      busy={busy}
      onBack={() => onChosen(null)}
      {...(submitLabel && { submitLabel })}
      onSend={(filling) => onSend(chosen, filling)}
      {...(onSendAndSnooze && { onSendAndSnooze: (filling) => onSendAndSnooze(chosen, filling) })}
    />
  )
}

/** The width of the dialog while templates are listed, and while one is filled beside its preview. */
export const chooserWidth = (chosen: TemplateSummary | null): number => (chosen ? 820 : 560)

type Props = Omit<ChooserProps, 'target'> & {
  opened: boolean
  conversation: ConversationSummary
  onClose: () => void
}

/** A template for a conversation. */
export const TemplatePicker = ({ opened, conversation, onClose, ...rest }: Props) => {
  const { t } = useTranslation('inbox/conversations')
  const target = useTemplateTarget(conversation)
  const [chosen, setChosen] = useState<TemplateSummary | null>(null)
  useEffect(() => {
    if (!opened) setChosen(null)
  }, [opened])
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size={chooserWidth(chosen)}
      title={chosen ? chosen.name : t('template.choose')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <TemplateChooser target={target} chosen={chosen} onChosen={setChosen} {...rest} />
    </Modal>
  )
}
