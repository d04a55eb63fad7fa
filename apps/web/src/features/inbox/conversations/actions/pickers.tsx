import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type Priority, priorities } from '@recado/contracts/inbox/conversations'
import type { MacroStep } from '@recado/contracts/inbox/macros'
import { IconBolt, IconUserOff, IconUsers, IconUsersMinus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MomentField } from '#web/components/form/moment-field.tsx'
import { ShortForm } from '#web/components/form/short-form.tsx'
import { useZone } from '#web/lib/i18n/use-zone.ts'
import { instantIn, wallText } from '#web/lib/i18n/wall-time.ts'
import { useCan, useSignedIn } from '#web/lib/session/session.ts'
import { labelsQuery } from '#web/queries/labels.ts'
import { macrosQuery } from '#web/queries/macros.ts'
import { teamsQuery } from '#web/queries/teams.ts'
import { assigneesQuery } from '../api.ts'
import classes from './actions.module.css'
import type { Change } from './changes.ts'
import { LabelSwatch, PersonMark, PriorityMark } from './marks.tsx'
import { PickerList, type PickerOption } from './picker-list.tsx'
import { snoozePresets } from './snooze-times.ts'
import { useComing } from './use-coming.ts'

/** What stands now, where it is the same for all that are meant; undefined where it is not. */
export type Standing = {
  assigneeId?: string | null | undefined
  teamId?: string | null | undefined
  priority?: Priority | undefined
  labelIds?: readonly string[] | undefined
  windowExpiresAt?: string | null | undefined
}

export type PickerProps = { standing: Standing; onChange: (change: Change) => void }

/** Oneself, and whom else one may give conversations to by a part of the name; the server looks for them. */
const usePeople = (standing: Standing, search: string) => {
  const { t } = useTranslation('inbox/conversations')
  const can = useCan()
  const { user } = useSignedIn()
  const [typed] = useDebouncedValue(search.trim(), 300)
  const { data: ownPage } = useQuery(assigneesQuery({ id: user.id }))
  const { data, isFetching } = useQuery({
    ...assigneesQuery(typed ? { search: typed } : {}),
    enabled: can('conversations.assign'),
  })
  const group = t('actions.people')
  const me = {
    id: user.id,
    name: user.name,
    avatarUrl: user.avatar_url,
    presence: 'online',
    openConversations: 0,
  } as const
  const own = ownPage?.data[0] ?? me
  const others = data?.data.filter(({ id }) => id !== user.id) ?? []
  const people: PickerOption[] = [own, ...others].map((person) => ({
    id: `person ${person.id}`,
    text: person.id === user.id ? t('actions.me', { name: person.name }) : person.name,
    group,
    chosen: standing.assigneeId === person.id,
    icon: <PersonMark name={person.name} src={person.avatarUrl} presence={person.presence} />,
    hint: (
      <>
        {t(`list.presences.${person.presence}`)} · {person.openConversations}
      </>
    ),
  }))
  return { people, looking: isFetching || typed !== search.trim(), more: !typed && data?.page.has_more === true }
}

/** Members with their presence and load, and teams. */
export const AssignPicker = ({ standing, onChange }: PickerProps) => {
  const { t } = useTranslation('inbox/conversations')
  const can = useCan()
  const { user } = useSignedIn()
  const teams = useQuery(teamsQuery)
  const [search, setSearch] = useState('')
  const { people, looking, more } = usePeople(standing, search)
  const own = standing.assigneeId === user.id
  const mayRemove = standing.assigneeId !== null && (own || can('conversations.assign'))
  const group = t('actions.teams')
  // Every member may pass their own and unassigned conversations to a team.
  const mayPass = own || standing.assigneeId === null || can('conversations.assign')
  const queues = mayPass ? (teams.data?.data ?? []) : []
  const options: PickerOption[] = [
    ...people,
    ...(mayRemove ? [{ id: 'person', text: t('actions.nobody'), icon: <IconUserOff size={20} /> }] : []),
    ...queues.map(({ id, name, openConversations }) => ({
      id: `team ${id}`,
      text: name,
      group,
      chosen: standing.teamId === id,
      icon: <IconUsers size={20} stroke={1.6} />,
      hint: openConversations,
    })),
    ...(standing.teamId === null || queues.length === 0
      ? []
      : [{ id: 'team', text: t('actions.noTeam'), group, icon: <IconUsersMinus size={20} stroke={1.6} /> }]),
  ]
  const onPick = (picked: string) => {
    const [kind, id = null] = picked.split(' ')
    onChange(kind === 'team' ? { type: 'team', teamId: id } : { type: 'assign', assigneeId: id })
  }
  return (
    <PickerList
      label={t('actions.assign')}
      options={options}
      loading={looking}
      empty={t('common:nothingFound')}
      onPick={onPick}
      onSearch={setSearch}
      footer={more ? <p className={classes.none}>{t('actions.moreByName')}</p> : null}
    />
  )
}

/** Labels of the company; several can be put on. */
export const LabelPicker = ({ standing, onChange }: PickerProps) => {
  const { t } = useTranslation('inbox/conversations')
  const { data, isPending, error } = useQuery(labelsQuery)
  const on = standing.labelIds ?? []
  const options = (data?.data ?? []).map(({ id, name, color }) => ({
    id,
    text: name,
    chosen: on.includes(id),
    icon: <LabelSwatch color={color} />,
  }))
  return (
    <PickerList
      label={t('actions.labels')}
      multiple
      loading={isPending && !error}
      options={options}
      empty={t(options.length === 0 ? 'actions.noLabels' : 'common:nothingFound')}
      onPick={(id) =>
        onChange(
          on.includes(id) ? { type: 'labels', add: [], remove: [id] } : { type: 'labels', add: [id], remove: [] },
        )
      }
    />
  )
}

export const PriorityPicker = ({ standing, onChange }: PickerProps) => {
  const { t } = useTranslation('inbox/conversations')
  const options = [...priorities].reverse().map((priority) => ({
    id: priority,
    text: t(`list.priorities.${priority}`),
    chosen: standing.priority === priority,
    icon: <PriorityMark priority={priority} />,
  }))
  const onPick = (id: string) => {
    const priority = priorities.find((value) => value === id)
    if (priority) onChange({ type: 'priority', priority })
  }
  return <PickerList label={t('actions.priority')} options={options} empty={t('common:nothingFound')} onPick={onPick} />
}

const CustomSnooze = ({ onChange }: Pick<PickerProps, 'onChange'>) => {
  const { t } = useTranslation('inbox/conversations')
  const zone = useZone()
  const [value, setValue] = useState(() => wallText(Date.now() + 24 * 3_600_000, zone).replace(/\d\d$/, '00'))
  const [isPast, setPast] = useState(false)
  const at = instantIn(value, zone)
  const choose = (next: string) => {
    setValue(next)
    setPast(false)
  }
  const snooze = (event: FormEvent) => {
    event.preventDefault()
    if (at === null) return
    if (at > Date.now()) onChange({ type: 'snooze', until: new Date(at).toISOString() })
    else setPast(true)
  }
  return (
    <div className={classes.picker}>
      <ShortForm busy={false} submitLabel={t('actions.snooze')} ready={at !== null} onSubmit={snooze}>
        <MomentField
          within
          name="snoozeUntil"
          data-autofocus
          label={t('actions.snoozeUntil')}
          value={value}
          error={isPast ? t('actions.snoozePast') : null}
          onChange={choose}
        />
        <Text size="xs" c="dimmed">
          {zone}
        </Text>
      </ShortForm>
    </div>
  )
}

/** When the conversation comes back: presets, a moment of one's own, or when the customer writes. */
export const SnoozePicker = ({ standing, onChange }: PickerProps) => {
  const { t } = useTranslation('inbox/conversations')
  const coming = useComing()
  const zone = useZone()
  const [custom, setCustom] = useState(false)
  if (custom) return <CustomSnooze onChange={onChange} />
  const presets = snoozePresets(Date.now(), zone, standing.windowExpiresAt ?? null)
  const options = [
    ...presets.map(({ preset, until }) => ({
      id: preset,
      text: t(`actions.snoozeFor.${preset}`),
      hint: until ? coming(until) : null,
    })),
    { id: 'custom', text: t('actions.snoozeFor.custom') },
  ]
  const onPick = (id: string) => {
    const picked = presets.find(({ preset }) => preset === id)
    if (picked) onChange({ type: 'snooze', until: picked.until })
    else setCustom(true)
  }
  return <PickerList label={t('actions.snooze')} options={options} empty={t('common:nothingFound')} onPick={onPick} />
}

/** The steps of a macro in a few words. */
const useStepWords = () => {
  const { t } = useTranslation('inbox/conversations')
  return (steps: readonly MacroStep[]): string => steps.map(({ type }) => t(`actions.steps.${type}`)).join(', ')
}

export const MacroPicker = ({ onChange }: PickerProps) => {
  const { t } = useTranslation('inbox/conversations')
  const words = useStepWords()
  const { data, isPending, error } = useQuery(macrosQuery)
  const macros = data?.data ?? []
  const options = macros.map(({ id, name, steps }) => ({
    id,
    text: name,
    icon: <IconBolt size={17} stroke={1.7} />,
    note: words(steps),
  }))
  return (
    <PickerList
      label={t('actions.macros')}
      loading={isPending && !error}
      options={options}
      empty={t(macros.length === 0 ? 'actions.noMacros' : 'common:nothingFound')}
      onPick={(macroId) => onChange({ type: 'macro', macroId, clientKey: crypto.randomUUID() })}
    />
  )
}
