import { Group, Stack, Text } from '@mantine/core'
import type { Erasure } from '@recado/contracts/contacts/privacy'
import { IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CertificateButton } from '#web/components/contact/certificate-link.tsx'
import { StatusText } from '#web/components/content/status-text.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import { ListPage } from '#web/components/table/list-page.tsx'
import { day } from '#web/lib/i18n/dates.ts'
import { erasuresQuery } from '#web/queries/privacy.ts'
import { type PrivacySearch, validatePrivacySearch } from './search.ts'

type Props = { search: PrivacySearch; onSearch: (next: PrivacySearch) => void }

const ErasureState = ({ state }: Pick<Erasure, 'state'>) => {
  const { t } = useTranslation('contacts/privacy')
  return <StatusText tone={state === 'done' ? 'good' : 'open'}>{t(`erasures.state.${state}`)}</StatusText>
}

const certificateOf = ({ id, certified }: Erasure) => (certified ? <CertificateButton erasureId={id} /> : null)

/** People who were erased, with the proof of it. */
export const ErasuresList = ({ search, onSearch }: Props) => {
  const { t, i18n } = useTranslation('contacts/privacy')
  const { cursor } = search
  const query = useQuery(erasuresQuery({ cursor }))
  const asked = ({ createdAt }: Erasure) => day(createdAt, i18n.language)
  const modeOf = ({ mode }: Erasure) => t(`erase.${mode}`)
  const columns: DataTableColumn<Erasure>[] = [
    { accessor: 'createdAt', title: t('erasures.at'), render: asked },
    { accessor: 'mode', title: t('erasures.reports'), render: modeOf },
    { accessor: 'by', title: t('erasures.by'), render: ({ by }) => by?.name ?? null },
    { accessor: 'state', title: t('column.state'), render: ({ state }) => <ErasureState state={state} /> },
    { accessor: 'certified', title: t('erasures.certificate'), render: certificateOf },
  ]
  return (
    <ListPage
      search={search}
      onSearch={onSearch}
      validate={(raw) => validatePrivacySearch({ ...raw, tab: 'erasures' })}
      filters={{}}
      fields={[]}
      label={t('tab.erasures')}
      query={query}
      columns={columns}
      empty={<EmptyState icon={IconShieldCheck} title={t('erasures.empty')} description={t('erasures.emptyText')} />}
      card={(erasure) => (
        <Stack gap={4}>
          <Group justify="space-between" wrap="nowrap">
            <Text fw={600}>{asked(erasure)}</Text>
            <ErasureState state={erasure.state} />
          </Group>
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm" c="dimmed">
              {modeOf(erasure)}
            </Text>
            {certificateOf(erasure)}
          </Group>
        </Stack>
      )}
    />
  )
}
