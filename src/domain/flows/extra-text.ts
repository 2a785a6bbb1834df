/** '2 × Hedge trimming'. */
export const extraText = ({ description, quantity }: { description: string; quantity: number }) =>
  quantity === 1 ? description : `${quantity} × ${description}`
