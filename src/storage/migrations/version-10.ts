/** Version 10 of the database: what the operator says of the installation, a row for each text that was given. */
export const VERSION_10 = `
  create table operator_texts (
    name {text} not null,
    text {text} not null,
    primary key (name)
  )
`;
