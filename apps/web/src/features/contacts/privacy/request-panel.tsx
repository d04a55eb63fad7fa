import { Alert, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { type PrivacyRequest, updatePrivacyRequest } from '@recado/contracts/contacts/privacy-requests'
import { IconCheck } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FactList } from '#web/components/content/fact-list.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { DetailDrawer } from '#web/components/form/detail-drawer.tsx'
import { MemberSelect, noMember } from '#web/components/form/member-select.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { call } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { day } from '#web/lib/i18n/dates.ts'
import { showPhone } from '#web/lib/i18n/phone.ts'
import { useCan } from '#web/lib/session/session.ts'
import { privacyKey, privacyRequestQuery } from '#web/queries/privacy.ts'
import { ClosingStep } from './closing-step.tsx'
import { DaysLeft } from './days-left.tsx'
import { IdentityStep } from './identity-step.tsx'
import classes from './privacy.module.css'
import { RequestState, useContactName } from './requests-list.tsx'
import { WorkStep } from './work-step.tsx'

const EraseDialog = lazyComponent(async () => (await import('#web/components/contact/erase-dialog.tsx')).EraseDialog)

type Change = Omit<Parameters<typeof call<typeof updatePrivacyRequest>>[1]['body'], 'version'>

/** Changes a request over the version that is shown. */
const useChange = (request: PrivacyRequest | undefined) => {
  const client = useQueryClient()
  return useMutation({
    meta: { quiet: true },
    mutationFn: (change: Change) => {
      const { id = '', version = 0 } = request ?? {}
      return call(updatePrivacyRequest, { params: { id }, body: { ...change, version } })
    },
    onSettled: () => client.invalidateQueries({ queryKey: privacyKey }),
  })
}
export type RequestChange = ReturnType<typeof useChange>

type StepProps = { place: number; title: string; state: 'done' | 'current' | 'later'; children: ReactNode }

const Step = ({ place, title, state, children }: StepProps) => (
  <li className={classes.step} aria-current={state === 'current' ? 'step' : undefined}>
    <span className={classes.mark} data-state={state} aria-hidden="true">
      {state === 'done' ? <IconCheck size={15} stroke={3} /> : place}
    </span>
    <Stack gap="xs">
      <Title order={3} fz="md" lh="26px" {...(state === 'later' ? { c: 'dimmed' } : {})}>
        {title}
      </Title>
      {children}
    </Stack>
  </li>
)

const stateOf = (place: number, current: number) => (place < current ? 'done' : place === current ? 'current' : 'later')

/** Which of the three steps a request is at; 3 once it is closed. */
const currentOf = ({ state }: PrivacyRequest) =>
  ({ received: 0, verified: 1, in_progress: 1, done: 3, refused: 3 })[state]

type StepsProps = { request: PrivacyRequest; change: RequestChange; onErase: (contactId: string) => void }

const Steps = ({ request, change, onErase }: StepsProps) => {
  const { t } = useTranslation('contacts/privacy')
  const manages = useCan()('privacy.manage')
  const current = currentOf(request)
  return (
    <ol className={classes.steps}>
      <Step
        place={1}
        title={t('step.identity')}
        state={request.verification ? 'done' : current === 3 ? 'later' : stateOf(0, current)}
      >
        <IdentityStep request={request} manages={manages} />
      </Step>
      <Step
        place={2}
        title={t(`step.${request.kind}`)}
        state={request.state === 'refused' ? 'later' : stateOf(1, current)}
      >
        <WorkStep request={request} change={change} manages={manages} onErase={onErase} />
      </Step>
      <Step place={3} title={t('step.close')} state={current === 3 ? 'done' : 'later'}>
        <ClosingStep request={request} change={change} manages={manages} />
      </Step>
    </ol>
  )
}

const Facts = ({ request }: { request: PrivacyRequest }) => {
  const { t, i18n } = useTranslation('contacts/privacy')
  const nameOf = useContactName()
  const { contact, state, law, dueAt, closedAt, intake, createdAt, note, owner } = request
  const isOpen = closedAt === null
  return (
    <FactList
      narrow
      rows={[
        [
          t('column.contact'),
          contact ? (
            <TextLink key="contact" to="/company/contacts/$id" params={{ id: contact.id }}>
              {contact.displayName}
            </TextLink>
          ) : (
            nameOf(request)
          ),
        ],
        contact?.phone ? [t('phone'), showPhone(contact.phone)] : null,
        [t('column.state'), <RequestState key="state" state={state} />],
        isOpen
          ? [
              t('column.due'),
              <span key="due">
                <DaysLeft request={request} />
                {` · ${day(dueAt, i18n.language)} (${t(`law.${law}`)})`}
              </span>,
            ]
          : [t('column.closed'), day(closedAt, i18n.language)],
        [t('column.received'), `${day(createdAt, i18n.language)} · ${t(`intake.${intake}`)}`],
        owner ? [t('column.owner'), owner.name] : null,
        note
          ? [
              t('create.note'),
              <span key="note" style={{ whiteSpace: 'pre-wrap' }}>
                {note}
              </span>,
            ]
          : null,
      ]}
    />
  )
}

const Content = ({ request }: { request: PrivacyRequest }) => {
  const { t } = useTranslation(['contacts/privacy', 'errors'])
  const manages = useCan()('privacy.manage')
  const change = useChange(request)
  // The request forgets whom it was about while they are being erased.
  const [erasing, setErasing] = useState<string | null>(null)
  return (
    <Stack gap="lg">
      <Facts request={request} />
      {manages && request.closedAt === null ? (
        <MemberSelect
          none={t('unassigned')}
          label={t('assign')}
          value={request.owner?.id ?? noMember}
          onChoose={(ownerId) => change.mutate({ ownerId: ownerId === noMember ? null : ownerId })}
        />
      ) : null}
      {change.error ? (
        <Alert color="red" role="alert">
          {errorText(t, change.error)}
        </Alert>
      ) : null}
      <Steps request={request} change={change} onErase={setErasing} />
      {erasing ? <EraseDialog contactId={erasing} requestId={request.id} onClose={() => setErasing(null)} /> : null}
      {manages ? null : (
        <Text size="sm" c="dimmed">
          {t('adminsOnly')}
        </Text>
      )}
    </Stack>
  )
}

/** One request with its three steps: who asks, what is done, how it is closed. */
export const RequestPanel = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { t } = useTranslation('contacts/privacy')
  const query = useQuery(privacyRequestQuery(id))
  const content = () => {
    if (query.data) return <Content request={query.data} />
    if (query.isError) return <RetryState compact error={query.error} onRetry={() => query.refetch()} />
    return <Skeleton height={320} />
  }
  return (
    <DetailDrawer title={query.data ? t(`kind.${query.data.kind}`) : t('title')} onClose={onClose}>
      {content()}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('common:close')}
        </Button>
      </Group>
    </DetailDrawer>
  )
}
