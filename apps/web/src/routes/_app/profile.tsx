import { Skeleton } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { ProfilePage } from '#web/features/identity/profile/profile-page.tsx'
import { type ProfileTab, profileTabs } from '#web/features/identity/profile/profile-tabs.ts'
import { InboxPlace } from '#web/features/product-notifications/inbox/places.tsx'

const validateSearch = (search: Record<string, unknown>): { tab?: ProfileTab } => {
  const tab = profileTabs.find((name) => name === search['tab'])
  return tab ? { tab } : {}
}

const Page = () => (
  <ProfilePage
    tab={Route.useSearch().tab ?? 'account'}
    notifications={
      <InboxPlace name="preferences">
        <Skeleton height={320} radius="md" />
      </InboxPlace>
    }
  />
)

export const Route = createFileRoute('/_app/profile')({
  validateSearch,
  staticData: { title: 'nav.profile', ability: 'profile.view' },
  loader: ({ context }) => context.texts.loadNamespaces(['identity/profile', 'lists']),
  component: Page,
})
