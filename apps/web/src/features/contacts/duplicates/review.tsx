import { Badge, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { DuplicatePair } from '@recado/contracts/contacts/duplicates'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { MergeFields } from '#web/components/contact/merge-fields.tsx'
import { useMerge } from '#web/components/contact/use-merge.ts'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { FormElement } from '#web/components/form/form-element.tsx'
import { FormFailure } from '#web/components/form/form-failure.tsx'
import { useShortcuts, useShortcutsOn } from '#web/lib/ui/shortcuts.ts'
import classes from './duplicates.module.css'

type Props = {
  pair: DuplicatePair
  /** It follows another one, whose button had the focus. */
  follows: boolean
  busy: boolean
  onMerged: () => void
  onDismiss: () => void
  onSkip: () => void
}

/** Why two contacts may be one person. */
export const Reasons = ({ reasons }: Pick<DuplicatePair, 'reasons'>) => {
  const { t } = useTranslation('contacts/merge')
  return (
    <Group gap={6}>
      {reasons.map((reason) => (
        <Badge key={reason} variant="light" color="clay" tt="none" size="md">
          {t(`reason.${reason}`)}
        </Badge>
      ))}
    </Group>
  )
}

const Key = ({ children }: { children: string }) => {
  const on = useShortcutsOn()
  return on ? (
    <span className={classes.key} aria-hidden="true">
      {children}
    </span>
  ) : null
}

/** A pair side by side: one person, two, or a question for later. */
export const Review = ({ pair, follows, busy, onMerged, onDismiss, onSkip }: Props) => {
  const { t } = useTranslation(['contacts/duplicates', 'contacts/merge'])
  const [first, second] = pair.contacts
  const merge = useMerge([first.id, second.id], onMerged)
  const { data, error, refetch } = merge.preview
  const { busy: merging, error: failure, onSubmit } = merge.state
  const form = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (follows) heading.current?.focus({ preventScroll: true })
  }, [follows])
  const waits = busy || merging
  useShortcuts({
    m: () => form.current?.requestSubmit(),
    n: () => waits || onDismiss(),
    s: () => waits || onSkip(),
    '1': () => merge.setKeep(first.id),
    '2': () => merge.setKeep(second.id),
  })
  return (
    <Paper withBorder radius="lg" p="md" component="section" aria-labelledby="duplicate-pair">
      <FormElement ref={form} onSubmit={onSubmit} busy={waits} ready={merge.ready}>
        <Stack gap="md">
          <div>
            <Title order={2} fz="lg" id="duplicate-pair" ref={heading} tabIndex={-1} className={classes.heading ?? ''}>
              {t('question', { first: first.displayName, second: second.displayName })}
            </Title>
            <Reasons reasons={pair.reasons} />
          </div>
          {error ? <RetryState compact error={error} onRetry={refetch} /> : null}
          {data && merge.contacts ? <MergeFields merge={merge} contacts={merge.contacts} preview={data} /> : null}
          {data || error ? null : <Skeleton height={300} radius="md" role="status" aria-label={t('common:loading')} />}
          <FormFailure>{failure}</FormFailure>
          <div className={classes.foot}>
            <Button type="submit" loading={merging} disabled={!merge.ready || busy} rightSection={<Key>M</Key>}>
              {t('contacts/merge:submit')}
            </Button>
            <Button variant="default" disabled={waits} onClick={onDismiss} rightSection={<Key>N</Key>}>
              {t('notSame')}
            </Button>
            <Button variant="subtle" color="gray" disabled={waits} onClick={onSkip} rightSection={<Key>S</Key>}>
              {t('skip')}
            </Button>
            <Text size="xs" c="dimmed" visibleFrom="sm" ml="auto">
              {t('keys')}
            </Text>
          </div>
        </Stack>
      </FormElement>
    </Paper>
  )
}
