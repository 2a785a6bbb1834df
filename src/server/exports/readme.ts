/** The first file that somebody opens. */
export const messageOfReadme = (name: string): string => `Everything ${name} has with Fieldhive

csv/            one file for each kind of record, for spreadsheets. Amounts are in cents. Text that a
                spreadsheet could take for a formula starts with an apostrophe.
json/           the same records exactly, one on each line, for programs
files/          photos and signatures, named by the id of their record in files
people/         the pictures people uploaded of themselves, named by the id of their record in people
manifest.json   how many records each file has, the sums of all amounts, checksums, and what is left out and why

Money: invoices and invoice_lines say what was billed, payments what came in, ledger_entries where it went.
Agreements: consents has the words each customer agreed to, with the time. History: audit says who did what.

What is not here: passwords and saved cards, which neither we nor the card company may hand out, and links and
codes that open something.

Move to another installation of Fieldhive: npm run load -- ARCHIVE --into ORGANIZATION (see its README).
`
