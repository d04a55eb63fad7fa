import { createFileRoute } from '@tanstack/react-router'
import { ForgotPasswordPage } from '#web/features/identity/auth/forgot-password-page.tsx'

export const Route = createFileRoute('/_public/forgot-password')({
  loader: ({ context }) => context.texts.loadNamespaces(['identity/auth', 'validation']),
  staticData: { title: 'identity/auth:forgot.title' },
  component: ForgotPasswordPage,
})
