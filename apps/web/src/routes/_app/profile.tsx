import { Skeleton } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { ProfilePage } from '#web/features/identity/profile/profile-page.tsx'
import { InboxPlace } from '#web/features/product-notifications/inbox/places.tsx'

const Page = () => (
  <ProfilePage
    notifications={
      <InboxPlace name="preferences">
        <Skeleton height={320} radius="md" />
      </InboxPlace>
    }
  />
)

export const Route = createFileRoute('/_app/profile')({
  staticData: { title: 'nav.profile', ability: 'profile.view' },
  loader: ({ context }) => context.texts.loadNamespaces(['identity/profile', 'lists']),
  component: Page,
})
