declare module 'zipcodes' {
  const zipcodes: {
    lookup(zip: string):
      | {
          zip: string
          latitude: number
          longitude: number
          city: string
          state: string
          country: string
        }
      | undefined
  }
  export default zipcodes
}
