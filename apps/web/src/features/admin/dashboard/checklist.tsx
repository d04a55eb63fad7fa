import { Button, Group, Paper, Progress, Text, Title, VisuallyHidden } from '@mantine/core'
import type { Ability } from '@recado/contracts/abilities'
import { IconCheck, IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { useCan, useSignedIn } from '#web/lib/session/session.ts'
import { appInfoQuery } from '#web/queries/app-info.ts'
import type { Checklist as ChecklistData } from './api.ts'
import classes from './checklist.module.css'

type Step = ChecklistData['steps'][number]

const chat = { path: '/integrations/whatsapp/chat', ability: 'conversations.view' } as const
const places: Record<Exclude<Step['id'], 'invite_team'>, { path: string; ability: Ability }> = {
  create_company: { path: '/companies', ability: 'companies.create' },
  connect_number: { path: '/integrations/whatsapp', ability: 'channels.connect' },
  receive_message: chat,
  send_message: chat,
}

const DemoPhone = () => {
  const { t } = useTranslation('admin/dashboard')
  const { data } = useQuery(appInfoQuery)
  if (!data?.demo) return null
  return (
    <Button
      component="a"
      href={data.demo.phoneUrl}
      target="_blank"
      rel="noreferrer"
      size="compact-md"
      fz="sm"
      variant="light"
      leftSection={<IconDeviceMobile size={17} />}
    >
      {t('checklist.demoPhone')}
    </Button>
  )
}

const StepAction = ({ step, primary }: { step: Step; primary: boolean }): ReactNode => {
  const { t } = useTranslation('admin/dashboard')
  const can = useCan()
  const router = useRouter()
  const { user } = useSignedIn()
  const variant = primary ? 'filled' : 'default'
  const label = t(`checklist.${step.id}.action`)
  if (step.done) return null
  if (step.id === 'invite_team') {
    if (!user.currentCompany || !can('members.manage')) return null
    return (
      <LinkButton
        to="/companies/$id"
        params={{ id: user.currentCompany.id }}
        search={{ tab: 'members' }}
        size="compact-md"
        fz="sm"
        variant={variant}
      >
        {label}
      </LinkButton>
    )
  }
  const { path, ability } = places[step.id]
  const usable = can(ability) && path in router.routesByPath
  return (
    <Group gap="xs">
      {step.id === 'receive_message' && usable ? <DemoPhone /> : null}
      {usable ? (
        <LinkButton to={path} size="compact-md" fz="sm" variant={variant}>
          {label}
        </LinkButton>
      ) : null}
    </Group>
  )
}

/** What is still missing before the team can work; each mark comes from real data. */
export const Checklist = ({ steps }: { steps: Step[] }) => {
  const { t } = useTranslation('admin/dashboard')
  const done = steps.filter((step) => step.done).length
  const next = steps.find((step) => !step.done)
  return (
    <Paper component="section" withBorder p={{ base: 'md', sm: 'lg' }} aria-label={t('checklist.title')}>
      <Group justify="space-between" mb="xs">
        <Title order={2}>{t('checklist.title')}</Title>
        <Text size="sm" c="dimmed">
          {t('checklist.progress', { done, total: steps.length })}
        </Text>
      </Group>
      <Progress value={(done / steps.length) * 100} size="sm" mb="xs" aria-label={t('checklist.title')} />
      <ol className={classes.steps}>
        {steps.map((step, index) => (
          <li
            key={step.id}
            className={classes.step}
            data-done={step.done || undefined}
            data-next={step === next || undefined}
          >
            <span className={classes.mark} aria-hidden="true">
              {step.done ? <IconCheck size={16} stroke={3} /> : index + 1}
            </span>
            <div className={classes.text}>
              <Text fw={600} size="sm" className={classes.title ?? ''}>
                {t(`checklist.${step.id}.title`)}
                {step.done ? <VisuallyHidden>{` (${t('checklist.done')})`}</VisuallyHidden> : null}
              </Text>
              {step.done ? null : (
                <Text size="sm" c="dimmed">
                  {t(`checklist.${step.id}.text`)}
                </Text>
              )}
            </div>
            {step.done ? null : (
              <div className={classes.action}>
                <StepAction step={step} primary={step === next} />
              </div>
            )}
          </li>
        ))}
      </ol>
    </Paper>
  )
}
