import { Skeleton } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { InboxPlace } from '../../features/inbox/places.tsx'
import { ProfilePage } from '../../features/profile/profile-page.tsx'

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
  loader: ({ context }) => context.texts.loadNamespaces(['profile', 'lists']),
  component: Page,
})
