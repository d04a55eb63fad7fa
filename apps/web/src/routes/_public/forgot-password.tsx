import { createFileRoute } from '@tanstack/react-router'
import { ForgotPasswordPage } from '#web/features/identity/auth/forgot-password-page.tsx'

export const Route = createFileRoute('/_public/forgot-password')({
  loader: ({ context }) => context.texts.loadNamespaces(['auth', 'validation']),
  staticData: { title: 'auth:forgot.title' },
  component: ForgotPasswordPage,
})
