import { SimpleGrid, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ContactCard } from '@recado/contracts/contacts/contacts'
import { tagsOfContact } from '@recado/contracts/contacts/contacts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { countryOptions } from '#web/lib/i18n/regions.ts'
import { useCan } from '#web/lib/session/session.ts'
import { contactTagsQuery } from '#web/queries/contact-groups.ts'
import { DayField } from '../form/day-field.tsx'
import { Select } from '../form/select.tsx'
import { TagsInput } from '../form/tags-input.tsx'
import { TextInput } from '../form/text-input.tsx'
import { Textarea } from '../form/textarea.tsx'
import { TimezoneSelect } from '../form/timezone-select.tsx'
import { useAttributeNames } from './attribute-text.ts'
import { AttributeValueField } from './attribute-value-field.tsx'
import { type ContactValues, isWritten } from './contact-values.ts'
import { FieldsFailed } from './fields-failed.tsx'
import { languageOptions } from './languages.ts'
import { MemberChoice } from './member-choice.tsx'
import { PointsField } from './points-field.tsx'
import { useStages } from './stages.ts'

type Props = {
  form: UseFormReturnType<ContactValues>
  /** As it is stored; null for a new one. */
  stored: ContactCard | null
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset style={{ border: 0, padding: 0, margin: 0, display: 'grid', gap: 16, minWidth: 0 }}>
    <Text component="legend" fw={650} size="sm" mt="sm" pb="sm">
      {title}
    </Text>
    {children}
  </fieldset>
)

const Pair = ({ children }: { children: ReactNode }) => (
  <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
    {children}
  </SimpleGrid>
)

const AddressFields = ({ form, readOnly }: Pick<Props, 'form'> & { readOnly: boolean }) => {
  const { t, i18n } = useTranslation('contacts/contact')
  const countries = useMemo(() => countryOptions(i18n.language), [i18n.language])
  const part = (name: keyof ContactValues['address'], max: number) => (
    <TextInput
      label={t(`addressPart.${name}`)}
      maxLength={max}
      {...form.getInputProps(`address.${name}`)}
      readOnly={readOnly}
    />
  )
  return (
    <Part title={t('address')}>
      {part('street', 200)}
      <Pair>
        {part('city', 120)}
        {part('state', 120)}
        {part('postalCode', 20)}
        <Select
          label={t('addressPart.country')}
          searchable
          clearable
          limit={60}
          data={countries}
          readOnly={readOnly}
          {...form.getInputProps('address.country')}
          value={form.values.address.country || null}
          onChange={(country) => form.setFieldValue('address.country', country ?? '')}
        />
      </Pair>
    </Part>
  )
}

const OwnFields = ({ form, stored, full }: Props & { full: boolean }) => {
  const { t } = useTranslation('contacts/contact')
  const { attributes } = useAttributeNames()
  const written = attributes.filter(isWritten)
  if (written.length === 0) return null
  return (
    <Part title={t('ownFields')}>
      {written.map((attribute) => {
        const { key, name, required, sensitive } = attribute
        const path = `attributes.${key}`
        const { error, onBlur } = form.getInputProps(path)
        return (
          <AttributeValueField
            key={key}
            attribute={attribute}
            label={name}
            required={required && stored === null && (full || !sensitive)}
            readOnly={sensitive && !full}
            description={sensitive && !full ? t('masked') : null}
            value={form.values.attributes[key]}
            error={error}
            onBlur={onBlur}
            onChange={(value) => form.setFieldValue('attributes', { ...form.values.attributes, [key]: value })}
          />
        )
      })}
    </Part>
  )
}

const Filing = ({ form }: Pick<Props, 'form'>) => {
  const { t } = useTranslation('contacts/contact')
  const tags = (useQuery(contactTagsQuery).data?.data ?? []).map(({ name }) => name)
  const stages = useStages()
  const { lifecycle, ownerId } = form.values
  const known = stages.options.some(({ value }) => value === lifecycle)
  return (
    <Part title={t('filing')}>
      <Pair>
        <Select
          label={t('stageTitle')}
          clearable
          data={known || !lifecycle ? stages.options : [...stages.options, { value: lifecycle, label: lifecycle }]}
          {...form.getInputProps('lifecycle')}
          value={lifecycle || null}
          onChange={(stage) => form.setFieldValue('lifecycle', stage ?? '')}
        />
        <MemberChoice
          label={t('owner')}
          focused={false}
          value={ownerId || 'none'}
          onChoose={(next) => form.setFieldValue('ownerId', next === 'none' ? '' : next)}
        />
      </Pair>
      <TagsInput
        label={t('tags')}
        data={tags}
        maxTags={tagsOfContact}
        acceptValueOnBlur
        placeholder={form.values.tags.length === 0 ? t('addTag') : ''}
        {...form.getInputProps('tags')}
      />
      <Textarea
        label={t('notes')}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={10_000}
        {...form.getInputProps('notes')}
      />
    </Part>
  )
}

/** Everything that the team writes about a contact. What is hidden from the reader is shown as it is, and not written over. */
export const ContactFields = ({ form, stored }: Props) => {
  const { t, i18n } = useTranslation(['contacts/contact', 'contacts/list'])
  const full = useCan()('contacts.pii')
  const hides = (value: unknown): boolean => !full && stored !== null && Boolean(value)
  const text = (
    name: 'name' | 'organization' | 'jobTitle',
    more: { 'data-autofocus'?: boolean; placeholder?: string } = {},
  ) => <TextInput label={t(name)} maxLength={120} dir="auto" {...more} {...form.getInputProps(name)} />
  const hidden = {
    phones: hides(stored?.phone),
    emails: hides(stored?.email),
    document: hides(stored?.document),
    address: hides(stored?.address),
  }
  return (
    <>
      {Object.values(hidden).some(Boolean) ? (
        <Text size="sm" c="dimmed">
          {t('masked')}
        </Text>
      ) : null}
      {text('name', { 'data-autofocus': true, placeholder: stored?.profileName ?? '' })}
      <PointsField
        form={form}
        name="phones"
        readOnly={hidden.phones}
        {...(stored ? {} : { description: t('contacts/list:create.phoneText') })}
      />
      <PointsField form={form} name="emails" readOnly={hidden.emails} />
      <Filing form={form} />
      <FieldsFailed />
      <OwnFields form={form} stored={stored} full={full} />
      <Part title={t('person')}>
        <Pair>
          {text('organization')}
          {text('jobTitle')}
          <TextInput label={t('document')} {...form.getInputProps('document')} readOnly={hidden.document} />
          <DayField
            label={t('birthday')}
            {...form.getInputProps('birthday')}
            value={form.values.birthday}
            onChange={(day) => form.setFieldValue('birthday', day)}
          />
          <Select
            label={t('language')}
            clearable
            data={languageOptions(form.values.language || null, i18n.language)}
            {...form.getInputProps('language')}
            value={form.values.language || null}
            onChange={(language) => form.setFieldValue('language', language ?? '')}
          />
          <TimezoneSelect
            label={t('timezone')}
            clearable
            {...form.getInputProps('timezone')}
            value={form.values.timezone || null}
            onChange={(timezone) => form.setFieldValue('timezone', timezone ?? '')}
          />
        </Pair>
      </Part>
      <AddressFields form={form} readOnly={hidden.address} />
    </>
  )
}
