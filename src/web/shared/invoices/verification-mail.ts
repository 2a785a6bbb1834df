import { useMutation } from '@tanstack/react-query'
import { api } from '../../app/client.ts'
import { toast } from '../../ui/toast.tsx'

/** Sends the mail that confirms one's own address again. Only the office is asked to. */
export const useVerificationMail = () =>
  useMutation({
    mutationFn: () => api['POST /api/users/verification-mail'](),
    onSuccess: ({ sent }) => {
      if (sent) toast.done('Email sent. Open the link in it.')
      else toast.note('Confirm your email address where you sign in.')
    },
    onError: (error) => toast.failed(error, 'Failed to send the email'),
  })
