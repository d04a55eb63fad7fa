import { Alert, Checkbox, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type {
  SourceDefinition,
  SourcePlace,
  SourceVerification,
} from '@recado/contracts/integrations/webhook-definition'
import { useTranslation } from 'react-i18next'
import { NumberInput } from '#web/components/form/number-input.tsx'
import { useReadOnly } from '#web/components/form/read-only.tsx'
import { Select } from '#web/components/form/select.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { useDraft } from './draft.ts'

type Hmac = Extract<SourceVerification, { scheme: 'hmac' }>
const schemes = ['standard', 'hmac', 'token', 'basic', 'none'] as const

const begun: Record<(typeof schemes)[number], SourceVerification> = {
  ...{ none: { scheme: 'none' }, basic: { scheme: 'basic' }, standard: { scheme: 'standard' } },
  token: { scheme: 'token', header: 'X-Webhook-Token', prefix: '' },
  hmac: {
    ...{ scheme: 'hmac', algorithm: 'sha256', encoding: 'hex', header: 'X-Signature', parameter: null },
    ...{ prefix: '', signed: '{body}', timestamp: null },
  },
}

type Secret = SourceDefinition['secrets'][number]
const secret: Secret = { key: 'secret', label: { en: 'Secret', pt: 'Segredo' }, origin: 'source', required: true }
const user: Secret = {
  key: 'user',
  label: { en: 'User name', pt: 'Nome de usuário' },
  origin: 'source',
  required: false,
}

/** The secrets that a way of proving takes, with the words that were given to them. */
const secretsFor = (scheme: string, before: readonly Secret[]): Secret[] => {
  const kept = (one: Secret) => before.find(({ key }) => key === one.key) ?? one
  if (scheme === 'none') return []
  return scheme === 'basic' ? [kept(user), kept(secret)] : [kept(secret)]
}

const Signature = ({ value, onChange }: { value: Hmac; onChange: (next: Hmac) => void }) => {
  const { t } = useTranslation('integrations/templates')
  const { errorAt } = useDraft()
  const { timestamp } = value
  const begin = (on: boolean) =>
    onChange(
      on
        ? {
            ...value,
            signed: value.signed.includes('{timestamp}') ? value.signed : `{timestamp}.${value.signed}`,
            timestamp: { header: 'X-Timestamp', parameter: null, unit: 'seconds', toleranceSeconds: 300 },
          }
        : { ...value, signed: value.signed.replaceAll(/\{timestamp\}\.?/g, ''), timestamp: null },
    )
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label={t('proof.header')}
          value={value.header}
          error={errorAt('verification.header')}
          onChange={({ currentTarget: { value: header } }) => onChange({ ...value, header })}
        />
        <TextInput
          label={t('proof.prefix')}
          description={t('proof.prefixHint')}
          maxLength={20}
          value={value.prefix}
          onChange={({ currentTarget: { value: prefix } }) => onChange({ ...value, prefix })}
        />
        <Select
          label={t('proof.algorithm')}
          allowDeselect={false}
          data={[
            { value: 'sha256', label: 'SHA-256' },
            { value: 'sha512', label: 'SHA-512' },
            { value: 'sha1', label: 'SHA-1' },
          ]}
          value={value.algorithm}
          onChange={(algorithm) => onChange({ ...value, algorithm: algorithm as Hmac['algorithm'] })}
        />
        <Select
          label={t('proof.encoding')}
          allowDeselect={false}
          data={[
            { value: 'hex', label: t('proof.hex') },
            { value: 'base64', label: 'Base64' },
          ]}
          value={value.encoding}
          onChange={(encoding) => onChange({ ...value, encoding: encoding as Hmac['encoding'] })}
        />
        <TextInput
          label={t('proof.parameter')}
          description={t('proof.parameterHint', { example: 't=…,v1=…' })}
          maxLength={20}
          value={value.parameter ?? ''}
          error={errorAt('verification.parameter')}
          onChange={({ currentTarget: { value: parameter } }) => onChange({ ...value, parameter: parameter || null })}
        />
        <TextInput
          label={t('proof.signed')}
          description={t('proof.signedHint', { parts: '{body}, {timestamp}, {header:x-id}, {query:id}' })}
          maxLength={200}
          value={value.signed}
          error={errorAt('verification.signed')}
          onChange={({ currentTarget: { value: signed } }) => onChange({ ...value, signed })}
        />
      </SimpleGrid>
      <Checkbox
        label={t('proof.timestamp')}
        description={t('proof.timestampHint')}
        checked={timestamp !== null}
        onChange={({ currentTarget: { checked } }) => begin(checked)}
      />
      {timestamp ? (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label={t('proof.timeHeader')}
            value={timestamp.header}
            error={errorAt('verification.timestamp.header')}
            onChange={({ currentTarget: { value: header } }) =>
              onChange({ ...value, timestamp: { ...timestamp, header } })
            }
          />
          <TextInput
            label={t('proof.parameter')}
            maxLength={20}
            value={timestamp.parameter ?? ''}
            error={errorAt('verification.timestamp.parameter')}
            onChange={({ currentTarget: { value: parameter } }) =>
              onChange({ ...value, timestamp: { ...timestamp, parameter: parameter || null } })
            }
          />
          <Select
            label={t('proof.unit')}
            allowDeselect={false}
            data={(['seconds', 'milliseconds'] as const).map((one) => ({ value: one, label: t(`proof.${one}`) }))}
            value={timestamp.unit}
            onChange={(unit) => onChange({ ...value, timestamp: { ...timestamp, unit: unit as 'seconds' } })}
          />
          <NumberInput
            label={t('proof.tolerance')}
            min={30}
            max={3600}
            value={timestamp.toleranceSeconds}
            error={errorAt('verification.timestamp.toleranceSeconds')}
            onChange={(seconds) =>
              onChange({ ...value, timestamp: { ...timestamp, toleranceSeconds: Number(seconds) } })
            }
          />
        </SimpleGrid>
      ) : null}
    </Stack>
  )
}

type PlaceProps = {
  label: string
  at: string
  value: SourcePlace | null
  none: boolean
  onChange: (next: SourcePlace | null) => void
}

const Place = ({ label, at, value, none, onChange }: PlaceProps) => {
  const { t } = useTranslation('integrations/templates')
  const { errorAt } = useDraft()
  const choices = ['path', 'header'] as const
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Select
        label={label}
        allowDeselect={false}
        data={[
          ...(none ? [{ value: 'none', label: t('place.none') }] : []),
          ...choices.map((one) => ({ value: one, label: t(`place.${one}`) })),
        ]}
        value={value?.from ?? 'none'}
        onChange={(from) => {
          if (from === 'path') onChange({ from, path: '$.id' })
          else onChange(from === 'header' ? { from, header: 'X-Event' } : null)
        }}
      />
      {value?.from === 'path' ? (
        <TextInput
          label={t('place.path')}
          maxLength={300}
          value={value.path}
          error={errorAt(`${at}.path`)}
          onChange={({ currentTarget: { value: path } }) => onChange({ from: 'path', path })}
        />
      ) : null}
      {value?.from === 'header' ? (
        <TextInput
          label={t('place.header')}
          maxLength={60}
          value={value.header}
          error={errorAt(`${at}.header`)}
          onChange={({ currentTarget: { value: header } }) => onChange({ from: 'header', header })}
        />
      ) : null}
    </SimpleGrid>
  )
}

const Secrets = () => {
  const { t } = useTranslation('integrations/templates')
  const { definition, change, errorAt } = useDraft()
  const set = (n: number, next: Partial<Secret>) =>
    change({ secrets: definition.secrets.map((one, at) => (at === n ? { ...one, ...next } : one)) })
  return definition.secrets.map((one, n) => (
    <SimpleGrid key={one.key} cols={{ base: 1, sm: 3 }}>
      {(['en', 'pt'] as const).map((language) => (
        <TextInput
          key={language}
          label={t(`proof.secretName.${language}`)}
          maxLength={60}
          value={one.label[language]}
          error={errorAt(`secrets.${n}.label.${language}`)}
          onChange={({ currentTarget: { value } }) => set(n, { label: { ...one.label, [language]: value } })}
        />
      ))}
      <Select
        label={t('proof.origin')}
        allowDeselect={false}
        data={(['source', 'ours'] as const).map((value) => ({ value, label: t(`proof.origins.${value}`) }))}
        value={one.origin}
        onChange={(origin) => set(n, { origin: origin as Secret['origin'] })}
      />
    </SimpleGrid>
  ))
}

/** How deliveries prove who sent them, and where each says what it is. */
export const ProofTab = () => {
  const { t } = useTranslation(['integrations/templates', 'integrations/webhooks'])
  const { definition, change, errorAt } = useDraft()
  const readOnly = useReadOnly()
  const { verification } = definition
  if (!verification || !definition.event) return <Alert color="petrol">{t('proof.coded')}</Alert>
  return (
    <Stack gap="lg" maw={860}>
      <Stack gap="md" component="section">
        <Title order={2} size="h4">
          {t('proof.title')}
        </Title>
        <Select
          label={t('integrations/webhooks:scheme')}
          allowDeselect={false}
          data={schemes.map((value) => ({ value, label: t(`integrations/webhooks:schemes.${value}`) }))}
          value={verification.scheme}
          onChange={(value) => {
            const scheme = schemes.find((one) => one === value)
            if (scheme && scheme !== verification.scheme)
              change({ verification: begun[scheme], secrets: secretsFor(scheme, definition.secrets) })
          }}
        />
        {verification.scheme === 'none' && !readOnly ? <Alert color="yellow">{t('proof.noneText')}</Alert> : null}
        {verification.scheme === 'standard' ? (
          <Text size="sm" c="dimmed">
            {t('proof.standardText')}
          </Text>
        ) : null}
        {verification.scheme === 'token' ? (
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label={t('proof.header')}
              value={verification.header}
              error={errorAt('verification.header')}
              onChange={({ currentTarget: { value: header } }) => change({ verification: { ...verification, header } })}
            />
            <TextInput
              label={t('proof.prefix')}
              maxLength={20}
              value={verification.prefix}
              onChange={({ currentTarget: { value: prefix } }) => change({ verification: { ...verification, prefix } })}
            />
          </SimpleGrid>
        ) : null}
        {verification.scheme === 'hmac' ? (
          <Signature value={verification} onChange={(next) => change({ verification: next })} />
        ) : null}
        <Secrets />
        {errorAt('secrets') ? (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {errorAt('secrets')}
          </Text>
        ) : null}
      </Stack>
      <Stack gap="md" component="section">
        <Title order={2} size="h4">
          {t('place.title')}
        </Title>
        <Place
          label={t('place.event')}
          at="event"
          none={false}
          value={definition.event}
          onChange={(event) => event && change({ event })}
        />
        <Place
          label={t('place.eventId')}
          at="eventId"
          none
          value={definition.eventId}
          onChange={(eventId) => change({ eventId })}
        />
        <TextInput
          label={t('place.object')}
          description={t('place.objectHint')}
          placeholder="$.order.id"
          maxLength={300}
          value={definition.objectPath ?? ''}
          error={errorAt('objectPath')}
          onChange={({ currentTarget: { value } }) => change({ objectPath: value.trim() === '' ? null : value })}
        />
      </Stack>
    </Stack>
  )
}
