import { Badge, SegmentedControl, Text, Title, UnstyledButton } from '@mantine/core'
import { type ChannelType, channelTypes } from '@recado/contracts/notifications/domain'
import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { SearchField } from '#web/components/table/search-field.tsx'
import type { Integration, Provider } from './api.ts'
import { ProviderLogo } from './provider-logo.tsx'
import classes from './providers.module.css'
import type { ProviderSearch } from './search.ts'

/** Available providers first, then by name. */
const inOrder = (providers: readonly Provider[]): Provider[] =>
  providers.toSorted((a, b) => Number(b.available) - Number(a.available) || a.displayName.localeCompare(b.displayName))

const found = (providers: readonly Provider[], { search, channel }: ProviderSearch): Provider[] => {
  const wanted = search?.toLowerCase()
  return inOrder(
    providers.filter(
      (one) =>
        (!channel || one.channel === channel) &&
        (!wanted || `${one.displayName} ${one.id}`.toLowerCase().includes(wanted)),
    ),
  )
}

type OfferProps = { provider: Provider; connected: boolean; onPick: () => void }

const Offer = ({ provider, connected, onPick }: OfferProps) => {
  const { t } = useTranslation('admin/notifications')
  const { id, displayName, channel, available, beta } = provider
  return (
    <li>
      <UnstyledButton className={classes.offer ?? ''} disabled={!available} onClick={onPick}>
        <ProviderLogo id={id} name={displayName} />
        <span className={classes.about}>
          <Text span display="block" size="sm" fw={600} truncate>
            {displayName}
          </Text>
          <Text span display="block" size="xs" c="dimmed" truncate>
            {t(`step.${channel}`)}
          </Text>
        </span>
        {beta ? (
          <Badge size="xs" variant="light" color="clay" style={{ flex: 'none' }}>
            {t('integrations.beta')}
          </Badge>
        ) : null}
        {connected ? (
          <IconCircleCheck size={18} color="var(--accent-text)" aria-label={t('integrations.connected')} />
        ) : null}
      </UnstyledButton>
    </li>
  )
}

type OffersProps = Pick<Props, 'providers' | 'integrations' | 'onPick'> & { title: string }

const Offers = ({ providers, integrations, title, onPick }: OffersProps) => (
  <ul className={classes.gallery} aria-labelledby={title}>
    {providers.map((provider) => (
      <Offer
        key={`${provider.channel}/${provider.id}`}
        provider={provider}
        connected={integrations.some(
          ({ providerId, channel }) => providerId === provider.id && channel === provider.channel,
        )}
        onPick={() => onPick(provider)}
      />
    ))}
  </ul>
)

type Props = {
  providers: readonly Provider[]
  integrations: readonly Integration[]
  search: ProviderSearch
  onSearch: (next: ProviderSearch) => void
  onPick: (provider: Provider) => void
}

/** Every provider, by channel and name, each with a button to connect it. */
export const ProviderGallery = ({ providers, integrations, search, onSearch, onPick }: Props) => {
  const { t, i18n } = useTranslation('admin/notifications')
  const shown = found(providers, search)
  const later = shown.filter(({ available }) => !available)
  const number = new Intl.NumberFormat(i18n.language)
  const countOf = (channel: ChannelType) => providers.filter((one) => one.channel === channel).length
  const choose = (value: string) => {
    const channel = channelTypes.find((type) => type === value)
    onSearch({ ...(search.search ? { search: search.search } : {}), ...(channel ? { channel } : {}) })
  }
  return (
    <section aria-labelledby="gallery-title">
      <Title order={2} mb="sm" id="gallery-title">
        {t('integrations.gallery')}
      </Title>
      <div className={classes.bar}>
        <SearchField
          className={classes.search ?? ''}
          label={t('integrations.search')}
          value={search.search ?? ''}
          onChange={(text) => onSearch({ ...search, search: text || undefined })}
        />
        <SegmentedControl
          className={classes.channels ?? ''}
          aria-label={t('integrations.channel')}
          size="sm"
          value={search.channel ?? ''}
          onChange={choose}
          data={[
            { value: '', label: `${t('integrations.all')} ${number.format(providers.length)}` },
            ...channelTypes.map((type) => ({
              value: type,
              label: `${t(`step.${type}`)} ${number.format(countOf(type))}`,
            })),
          ]}
        />
      </div>
      {shown.length === 0 ? (
        <EmptyState compact title={t('integrations.noMatch')} description={t('integrations.noMatchText')} />
      ) : (
        <>
          <Offers
            {...{ integrations, onPick }}
            providers={shown.filter(({ available }) => available)}
            title="gallery-title"
          />
          {later.length > 0 ? (
            <>
              <Title order={3} fz="sm" mt="lg" mb="sm" c="dimmed" id="later-title">
                {t('integrations.unavailable')} · {number.format(later.length)}
              </Title>
              <Offers {...{ integrations, onPick }} providers={later} title="later-title" />
            </>
          ) : null}
        </>
      )}
    </section>
  )
}
