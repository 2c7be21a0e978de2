/** The login that the examples with a webhook or a form ask for: the content of a Basic Auth credential. */
export const LOGIN = { user: 'cms', password: 'correct horse' };

/** As it is sent, in the header Authorization. */
export const AUTHORIZATION = `Basic ${btoa(`${LOGIN.user}:${LOGIN.password}`)}`;
