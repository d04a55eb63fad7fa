import { Button, Paper, Stack, Table, Text, ThemeIcon, Title } from '@mantine/core'
import type { OnboardingKind } from '@recado/contracts/whatsapp/signup'
import { IconDeviceMobile, IconPhonePlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './onboarding.module.css'

const icons = { standard: IconPhonePlus, coexistence: IconDeviceMobile } as const
const rows = ['app', 'speed', 'history', 'groups', 'cost', 'keep'] as const

type Props = {
  ready: Record<OnboardingKind, boolean>
  busy: OnboardingKind | null
  onChoose: (kind: OnboardingKind) => void
}

const Way = ({ kind, ready, busy, onChoose }: { kind: OnboardingKind } & Props) => {
  const { t } = useTranslation('whatsapp/signup')
  const Icon = icons[kind]
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby={`way-${kind}`}>
      <Stack gap="sm" h="100%">
        <ThemeIcon size={44} radius="xl" variant="light" aria-hidden="true">
          <Icon size={22} stroke={1.7} />
        </ThemeIcon>
        <Title order={3} fz="lg" id={`way-${kind}`}>
          {t(`way.${kind}.title`)}
        </Title>
        <Text size="sm" c="dimmed" style={{ flex: 1 }}>
          {t(`way.${kind}.text`)}
        </Text>
        <Button
          variant={kind === 'standard' ? 'filled' : 'light'}
          disabled={!ready[kind]}
          loading={busy === kind}
          onClick={() => onChoose(kind)}
        >
          {t(`way.${kind}.choose`)}
        </Button>
        {ready[kind] ? null : (
          <Text size="xs" c="dimmed">
            {t('notReady')}
          </Text>
        )}
      </Stack>
    </Paper>
  )
}

/** The two ways to connect a number, and what each of them costs and gives. */
export const WayChoice = (props: Props) => {
  const { t } = useTranslation('whatsapp/signup')
  return (
    <Stack gap="lg">
      <div className={classes.ways}>
        <Way kind="standard" {...props} />
        <Way kind="coexistence" {...props} />
      </div>
      <Paper withBorder p="lg" component="section" aria-labelledby="compare-title">
        <Title order={2} fz="md" mb="sm" id="compare-title">
          {t('compare.title')}
        </Title>
        <Table.ScrollContainer minWidth={520} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table verticalSpacing="sm" aria-labelledby="compare-title">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('compare.what')}</Table.Th>
                <Table.Th>{t('way.standard.title')}</Table.Th>
                <Table.Th>{t('way.coexistence.title')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row}>
                  <Table.Th scope="row" fw={600}>
                    {t(`compare.${row}.what`)}
                  </Table.Th>
                  <Table.Td>{t(`compare.${row}.standard`)}</Table.Td>
                  <Table.Td>{t(`compare.${row}.coexistence`)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Paper>
    </Stack>
  )
}
