import {
  Alert,
  Button,
  Fieldset,
  Group,
  NumberInput,
  Select,
  Skeleton,
  Stack,
  Switch,
  Text,
  Textarea,
  Title,
} from '@mantine/core'
import { type DeskSettings, updateDeskSettings } from '@recado/contracts/desk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../../components/error-state.tsx'
import { ApiError, call } from '../../../lib/api.ts'
import { type ContractForm, useContractForm } from '../../../lib/form.ts'
import { useCan } from '../../../lib/session.ts'
import { settingsQuery, useDeskChange } from './api.ts'
import classes from './desk.module.css'

type Values = { settings: DeskSettings }
type FormProps = { form: ContractForm<Values>['form'] }

const ConversationFields = ({ form }: FormProps) => {
  const { t } = useTranslation('desk')
  const { autoResolveDays } = form.values.settings
  return (
    <Fieldset legend={t('chat.conversations')}>
      <Stack gap="md">
        <NumberInput
          label={t('chat.reopen')}
          description={t('chat.reopenText')}
          min={0}
          max={365}
          {...form.getInputProps('settings.reopenDays')}
        />
        <NumberInput
          label={t('chat.autoResolve')}
          description={t('chat.autoResolveText')}
          placeholder={t('chat.never')}
          min={1}
          max={365}
          value={autoResolveDays ?? ''}
          onChange={(value) => form.setFieldValue('settings.autoResolveDays', value === '' ? null : Number(value))}
          error={form.errors['settings.autoResolveDays']}
        />
      </Stack>
    </Fieldset>
  )
}

const WritingFields = ({ form }: FormProps) => {
  const { t } = useTranslation('desk')
  return (
    <Fieldset legend={t('chat.writing')}>
      <Stack gap="md">
        <Select
          label={t('chat.receipts')}
          description={t('chat.receiptsText')}
          allowDeselect={false}
          data={(['on_reply', 'on_open', 'off'] as const).map((value) => ({
            value,
            label: t(`chat.receipt.${value}`),
          }))}
          {...form.getInputProps('settings.readReceipts')}
        />
        <Switch
          label={t('chat.typing')}
          description={t('chat.typingText')}
          {...form.getInputProps('settings.typingIndicator', { type: 'checkbox' })}
        />
        <NumberInput
          label={t('chat.undo')}
          description={t('chat.undoText')}
          min={0}
          max={10}
          {...form.getInputProps('settings.undoSeconds')}
        />
      </Stack>
    </Fieldset>
  )
}

const CsatFields = ({ form }: FormProps) => {
  const { t } = useTranslation('desk')
  const { csat } = form.values.settings
  return (
    <Fieldset legend={t('chat.csat')}>
      <Stack gap="md">
        <Switch
          label={t('chat.csatOn')}
          description={t('chat.csatText')}
          {...form.getInputProps('settings.csat.enabled', { type: 'checkbox' })}
        />
        {csat.enabled ? (
          <>
            <Select
              label={t('chat.scale')}
              allowDeselect={false}
              data={(['stars', 'thumbs'] as const).map((value) => ({ value, label: t(`chat.scales.${value}`) }))}
              {...form.getInputProps('settings.csat.scale')}
            />
            <Textarea
              label={t('chat.question')}
              placeholder={t('chat.questionDefault')}
              autosize
              maxLength={600}
              {...form.getInputProps('settings.csat.question')}
            />
            <Textarea
              label={t('chat.thanks')}
              placeholder={t('chat.thanksDefault')}
              autosize
              maxLength={600}
              {...form.getInputProps('settings.csat.thanks')}
            />
            <div>
              <Text size="sm" mb={6}>
                {t('preview')}
              </Text>
              <div className={classes.bubble}>
                {csat.question.trim() || t('chat.questionDefault')}
                <Group gap="xs" mt="xs" aria-hidden="true">
                  {(csat.scale === 'stars' ? ['5 ★', '4 ★', '3 ★', '2 ★', '1 ★'] : ['👍', '👎']).map((choice) => (
                    <Text key={choice} span size="sm" className={classes.step ?? ''}>
                      {choice}
                    </Text>
                  ))}
                </Group>
              </div>
            </div>
          </>
        ) : null}
      </Stack>
    </Fieldset>
  )
}

type Versioned = Values & { version: number }
type FormState = { base: Versioned; stale: boolean; onSaved: (saved: Versioned) => void; onReload: () => void }

const Stale = ({ onReload }: Pick<FormState, 'onReload'>) => {
  const { t } = useTranslation('desk')
  return (
    <Alert color="clay" role="alert">
      <Group justify="space-between">
        <Text size="sm">{t('chat.conflict')}</Text>
        <Button size="compact-sm" variant="light" onClick={onReload}>
          {t('chat.reload')}
        </Button>
      </Group>
    </Alert>
  )
}

const SettingsForm = ({ base, stale, onSaved, onReload }: FormState) => {
  const { t } = useTranslation(['desk', 'common'])
  const manage = useCan()('company.manage')
  const save = useDeskChange((values: Values) =>
    call(updateDeskSettings, { body: { ...values, version: base.version } }),
  )
  const { form, submit, busy, failure, error } = useContractForm<Values>({
    schema: updateDeskSettings.body.pick({ settings: true }),
    initialValues: { settings: base.settings },
    onSubmit: async (values) => onSaved(await save.mutateAsync(values)),
  })
  const conflict = stale || (error instanceof ApiError && error.code === 'conflict')
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg" maw={640}>
        <div>
          <Title order={2}>{t('tab.chat')}</Title>
          <Text c="dimmed" size="sm" mt={4}>
            {manage ? t('chat.text') : t('readOnly')}
          </Text>
        </div>
        <Fieldset disabled={!manage} variant="unstyled">
          <Stack gap="lg">
            <ConversationFields form={form} />
            <WritingFields form={form} />
            <CsatFields form={form} />
          </Stack>
        </Fieldset>
        {conflict ? <Stale onReload={onReload} /> : null}
        {failure && !conflict ? (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        ) : null}
        {manage ? (
          <Group justify="flex-end">
            <Button type="submit" loading={busy} disabled={!form.isDirty() || conflict}>
              {t('common:save')}
            </Button>
          </Group>
        ) : null}
      </Stack>
    </form>
  )
}

const Loaded = ({ latest, refetch }: { latest: Versioned; refetch: () => Promise<Versioned | undefined> }) => {
  const [base, setBase] = useState(latest)
  return (
    <SettingsForm
      key={base.version}
      base={base}
      stale={latest.version > base.version}
      onSaved={setBase}
      onReload={() => void refetch().then((now) => now && setBase(now))}
    />
  )
}

/** How the desk behaves. What somebody else saves in the meantime is told, and replaces what was typed only when asked to. */
export const ChatTab = () => {
  const { t } = useTranslation()
  const query = useQuery(settingsQuery)
  if (query.isPending) return <Skeleton height={420} radius="lg" role="status" aria-label={t('loading')} />
  if (!query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return <Loaded latest={query.data} refetch={async () => (await query.refetch()).data} />
}
