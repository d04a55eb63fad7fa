import { MultiSelect, Select, Text } from '@mantine/core'
import type { ContactChange, previewContactChange } from '@recado/contracts/contacts/address-book'
import type { ContactAttribute } from '@recado/contracts/contacts/contact-attributes'
import { tagsOfContact } from '@recado/contracts/contacts/contacts'
import type { EndpointResponse } from '@recado/contracts/endpoint'
import type { BulkSelection } from '@recado/contracts/shared/lists'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormFailure } from '#web/components/form/form-failure.tsx'
import { ReasonField } from '#web/components/form/reason-field.tsx'
import { TagsInput } from '#web/components/form/tags-input.tsx'
import { BulkDialog } from '#web/components/table/bulk-dialog.tsx'
import { errorText } from '#web/lib/api/error-text.ts'
import { useCan } from '#web/lib/session/session.ts'
import { contactAttributesQuery } from '#web/queries/contact-attributes.ts'
import { contactListsQuery, contactTagsQuery } from '#web/queries/contact-groups.ts'
import { AttributeValueField } from './attribute-value-field.tsx'
import { previewQuery, type useChangeContacts } from './changes.ts'
import { isWritten } from './contact-values.ts'
import { MemberChoice } from './member-choice.tsx'
import { useStages } from './stages.ts'

export type AskedChange = Exclude<ContactChange['type'], 'restore'>
type FieldProps = { type: AskedChange; onChange: (change: ContactChange | null) => void }

const TagField = ({ type, onChange }: FieldProps) => {
  const { t } = useTranslation('contacts/list')
  const [tags, setTags] = useState<string[]>([])
  const known = (useQuery(contactTagsQuery).data?.data ?? []).map(({ name }) => name)
  const change = (next: string[]) => {
    setTags(next)
    if (type === 'add_tags' || type === 'remove_tags') onChange(next.length > 0 ? { type, tags: next } : null)
  }
  const props = { label: t('column.tags'), data: known, value: tags, onChange: change, 'data-autofocus': true }
  return type === 'add_tags' ? (
    <TagsInput {...props} maxTags={tagsOfContact} description={t('change.newTags')} />
  ) : (
    <MultiSelect {...props} searchable nothingFoundMessage={t('common:nothingFound')} />
  )
}

const ListField = ({ type, onChange }: FieldProps) => {
  const { t } = useTranslation('contacts/list')
  const [value, setValue] = useState<string | null>(null)
  const lists = useQuery(contactListsQuery).data?.data ?? []
  return (
    <Select
      label={t('change.list')}
      data-autofocus
      searchable
      value={value}
      data={lists.map(({ id, name }) => ({ value: id, label: name }))}
      nothingFoundMessage={t('change.noLists')}
      onChange={(listId) => {
        setValue(listId)
        if (type === 'add_to_list' || type === 'remove_from_list') onChange(listId ? { type, listId } : null)
      }}
    />
  )
}

const OwnerField = ({ onChange }: FieldProps) => {
  const { t } = useTranslation('contacts/list')
  const [value, setValue] = useState('')
  return (
    <MemberChoice
      label={t('column.owner')}
      value={value}
      onChoose={(next) => {
        setValue(next)
        onChange({ type: 'owner', ownerId: next === 'none' ? null : next })
      }}
    />
  )
}

const StageField = ({ onChange }: FieldProps) => {
  const { t } = useTranslation('contacts/list')
  const stages = useStages()
  const [value, setValue] = useState<string | null>(null)
  return (
    <Select
      label={t('column.lifecycle')}
      data-autofocus
      allowDeselect={false}
      value={value}
      data={[...stages.options, { value: 'none', label: t('lifecycle.none') }]}
      onChange={(next) => {
        setValue(next)
        onChange({ type: 'lifecycle', lifecycle: next === 'none' ? null : next })
      }}
    />
  )
}

const AttributeField = ({ onChange }: FieldProps) => {
  const { t, i18n } = useTranslation('contacts/list')
  const pii = useCan()('contacts.pii')
  const all = useQuery(contactAttributesQuery).data?.data ?? []
  const attributes = all.filter(({ sensitive, unique, type }) => (pii || !sensitive) && !unique && isWritten({ type }))
  const [chosen, setChosen] = useState<ContactAttribute | null>(null)
  const [value, setValue] = useState<unknown>(null)
  const language = i18n.language === 'pt' ? 'pt' : 'en'
  const change = (attribute: ContactAttribute, next: unknown) => {
    setChosen(attribute)
    setValue(next)
    onChange({ type: 'attribute', key: attribute.key, value: next })
  }
  return (
    <>
      <Select
        label={t('change.field')}
        data-autofocus
        searchable
        allowDeselect={false}
        value={chosen?.key ?? null}
        data={attributes.map(({ key, label }) => ({ value: key, label: label[language] }))}
        nothingFoundMessage={t('change.noFields')}
        onChange={(key) => {
          const attribute = attributes.find((one) => one.key === key)
          if (attribute) change(attribute, attribute.type === 'boolean' ? false : null)
        }}
      />
      {chosen ? (
        <AttributeValueField
          label={t('change.value')}
          attribute={chosen}
          value={value}
          onChange={(next) => change(chosen, next === '' ? null : next)}
        />
      ) : null}
    </>
  )
}

const LEAST_REASON = 3

const ReasonFields = ({ type, onChange }: FieldProps) => {
  const { t } = useTranslation('contacts/list')
  const [value, setValue] = useState('')
  return (
    <>
      <Text size="sm">{t(type === 'opt_out' ? 'change.optOutText' : 'change.blockText')}</Text>
      <ReasonField
        least={LEAST_REASON}
        data-autofocus
        value={value}
        onChange={({ currentTarget }) => {
          setValue(currentTarget.value)
          const reason = currentTarget.value.trim()
          if (type === 'block' || type === 'opt_out') onChange(reason.length >= LEAST_REASON ? { type, reason } : null)
        }}
      />
    </>
  )
}

const fields = {
  add_tags: TagField,
  remove_tags: TagField,
  add_to_list: ListField,
  remove_from_list: ListField,
  owner: OwnerField,
  lifecycle: StageField,
  attribute: AttributeField,
  block: ReasonFields,
  opt_out: ReasonFields,
} as const

/** What a change comes to, before it is made. */
const Preview = ({ total, changes, refused }: EndpointResponse<typeof previewContactChange>) => {
  const { t, i18n } = useTranslation('contacts/list')
  const number = (count: number) => new Intl.NumberFormat(i18n.language).format(count)
  const same = total - changes - refused
  return (
    <Text size="sm" role="status">
      {t('preview.changes', { count: changes, formatted: number(changes), total: number(total) })}
      {same > 0 ? ` ${t('preview.same', { count: same, formatted: number(same) })}` : ''}
      {refused > 0 ? ` ${t('preview.refused', { count: refused, formatted: number(refused) })}` : ''}
    </Text>
  )
}

type Props = {
  type: AskedChange
  selection: BulkSelection
  run: ReturnType<typeof useChangeContacts>['change']
  onDone: () => void
  onClose: () => void
}

/** Asks for the details of a change of many contacts and shows what it comes to. */
export const ChangeDialog = ({ type, selection, run, onDone, onClose }: Props) => {
  const { t } = useTranslation('contacts/list')
  const [change, setChange] = useState<ContactChange | null>(type === 'delete' || type === 'unblock' ? { type } : null)
  const { data: preview, error } = useQuery({
    ...previewQuery(selection, change ?? { type: 'delete' }),
    enabled: change !== null,
  })
  const Field = type === 'delete' || type === 'unblock' ? null : fields[type]
  return (
    <BulkDialog
      title={t(`change.title.${type}`)}
      submitLabel={t(`change.submit.${type}`)}
      ready={change !== null && preview?.changes !== 0}
      run={async () => {
        if (!change) throw new Error('Nothing was chosen')
        return run({ selection, change })
      }}
      onOutcome={onDone}
      onClose={onClose}
    >
      {Field ? <Field type={type} onChange={setChange} /> : <Text size="sm">{t(`change.${type}Text`)}</Text>}
      {change && preview ? <Preview {...preview} /> : null}
      {change && error ? <FormFailure>{errorText(t, error)}</FormFailure> : null}
    </BulkDialog>
  )
}
