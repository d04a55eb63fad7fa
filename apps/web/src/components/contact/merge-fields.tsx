import { Radio, Text } from '@mantine/core'
import type { ContactCard, previewMerge } from '@recado/contracts/contacts/contacts'
import type { EndpointResponse } from '@recado/contracts/endpoint'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#web/components/content/avatar.tsx'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { day } from '#web/lib/i18n/dates.ts'
import classes from './merge.module.css'
import { type MergeRow, useMergeRows } from './merge-rows.tsx'
import type { Merge } from './use-merge.ts'

type Preview = EndpointResponse<typeof previewMerge>

type PickProps = { name: string; picked: boolean; onPick: () => void; children: ReactNode }

/** A value that can be chosen, with its radio button. */
const Pick = ({ name, picked, onPick, children }: PickProps) => {
  const id = useId()
  return (
    <label htmlFor={id} className={classes.pick} data-picked={picked || undefined}>
      <Radio id={id} size="xs" name={name} checked={picked} onChange={onPick} />
      <span className={classes.value}>{children}</span>
    </label>
  )
}

const Head = ({ name, contact, merge }: { name: string; contact: ContactCard; merge: Merge }) => {
  const { t, i18n } = useTranslation('contacts/merge')
  const { id, displayName, createdAt, lastInboundAt } = contact
  return (
    <Pick name={name} picked={merge.keep === id} onPick={() => merge.setKeep(id)}>
      <span className={classes.head}>
        <Avatar name={displayName} size={34} />
        <span className={classes.value}>
          <Text span fw={600} className={classes.name ?? ''}>
            {displayName}
          </Text>
          <Text span size="xs" c="dimmed" display="block">
            {t('added', { day: day(createdAt, i18n.language) })}
            {lastInboundAt ? (
              <>
                {' · '}
                {t('lastMessage')} <RelativeTime value={lastInboundAt} />
              </>
            ) : null}
          </Text>
          <Text span size="xs" fw={600} c={merge.keep === id ? 'var(--accent-text)' : 'dimmed'} display="block">
            {t(merge.keep === id ? 'kept' : 'keep')}
          </Text>
        </span>
      </span>
    </Pick>
  )
}

type RowProps = { row: MergeRow; contacts: readonly ContactCard[]; merge: Merge }

const Field = ({ row, contacts, merge }: RowProps) => {
  const { t } = useTranslation('contacts/merge')
  const id = useId()
  const { kind, key, label, differs, joins, show } = row
  const chosen = merge[kind][key] ?? (joins ? null : merge.keep)
  const cell = (contact: ContactCard) => (
    <span className={classes.value}>
      {show(contact) || (
        <Text span c="dimmed" aria-label={t('none')}>
          –
        </Text>
      )}
    </span>
  )
  if (!differs)
    return (
      <div className={classes.row}>
        <Text size="sm" c="dimmed" className={classes.label ?? ''}>
          {label}
        </Text>
        {contacts.map((contact) => (
          <div key={contact.id} className={classes.fixed}>
            {cell(contact)}
          </div>
        ))}
      </div>
    )
  return (
    <div role="radiogroup" aria-labelledby={id} className={classes.row} data-differs>
      <div className={classes.label}>
        <Text id={id} size="sm" fw={600}>
          {label}
        </Text>
        {joins ? (
          <Pick name={id} picked={chosen === null} onPick={() => merge.choose(kind, key, null)}>
            {t('both')}
          </Pick>
        ) : null}
      </div>
      {contacts.map((contact) => (
        <Pick
          key={contact.id}
          name={id}
          picked={chosen === contact.id}
          onPick={() => merge.choose(kind, key, contact.id)}
        >
          {cell(contact)}
        </Pick>
      ))}
    </div>
  )
}

/** What the merge brings together, and what it ends. */
const Outcome = ({ preview }: { preview: Preview }) => {
  const { t } = useTranslation(['contacts/merge', 'contacts/consent'])
  const { survivor, other, conversations, notes, lists, denied } = preview
  const parts = [
    conversations > 0 && t('outcome.conversations', { count: conversations }),
    notes > 0 && t('outcome.notes', { count: notes }),
    lists > 0 && t('outcome.lists', { count: lists }),
  ].filter((part) => part !== false)
  const refused = denied.map(({ medium, purpose }) =>
    t('contacts/consent:by', {
      purpose: t(`contacts/consent:about.${purpose}`),
      medium: t(`contacts/consent:medium.${medium}`),
    }),
  )
  return (
    <div className={classes.outcome} aria-live="polite">
      <Text size="sm">
        {t('outcome.text', { other: other.displayName, name: survivor.displayName })}
        {parts.length > 0 ? ` ${t('outcome.brings', { parts: parts.join(', ') })}` : ''}
      </Text>
      {refused.length > 0 ? <Text size="sm">{t('outcome.denied', { what: refused.join(', ') })}</Text> : null}
      <Text size="sm" c="dimmed">
        {t('outcome.undo')}
      </Text>
    </div>
  )
}

type Props = { merge: Merge; contacts: readonly ContactCard[]; preview: Preview }

/** Two contacts side by side: which one stays, whose value where they differ, and what comes of it. */
export const MergeFields = ({ merge, contacts, preview }: Props) => {
  const { t } = useTranslation('contacts/merge')
  const rows = useMergeRows(contacts, preview)
  const id = useId()
  return (
    <div className={classes.table}>
      <div role="radiogroup" aria-label={t('stays')} className={classes.row} data-head>
        <Text size="sm" fw={600} className={classes.label ?? ''}>
          {t('stays')}
        </Text>
        {contacts.map((contact) => (
          <Head key={contact.id} name={id} contact={contact} merge={merge} />
        ))}
      </div>
      {rows.map((row) => (
        <Field key={`${row.kind} ${row.key}`} row={row} contacts={contacts} merge={merge} />
      ))}
      <Outcome preview={preview} />
    </div>
  )
}
