/** A post as this test tells it. */
export interface CmsPost {
	id: number;
	title: string;
	content: string;
	isDraft?: boolean;
}

const created = '2026-03-02T08:00:00';

/** The post object of WordPress' REST interface, as webhook plugins send it. */
export function wordPressPost({ id, title, content, isDraft = false }: CmsPost): object {
	return {
		id,
		date: created,
		date_gmt: created,
		guid: { rendered: `https://wordpress.example/?p=${id}` },
		modified: created,
		slug: `post-${id}`,
		status: isDraft ? 'draft' : 'publish',
		type: 'post',
		link: `https://wordpress.example/post-${id}/`,
		title: { rendered: title },
		content: { rendered: content, protected: false },
		excerpt: { rendered: '', protected: false },
		author: 1,
		featured_media: 0,
		categories: [1],
		tags: [],
	};
}

/** What the plugin WP Webhooks sends when a post was created. */
export function wpWebhooksPost({ id, title, content, isDraft = false }: CmsPost): object {
	return {
		post_id: id,
		post: {
			ID: id,
			post_author: '1',
			post_date: '2026-03-02 08:00:00',
			post_content: content,
			post_title: title,
			post_excerpt: '',
			post_status: isDraft ? 'draft' : 'publish',
			post_password: '',
			post_name: `post-${id}`,
			post_parent: 0,
			guid: `https://wordpress.example/?p=${id}`,
			post_type: 'post',
		},
		post_meta: {},
		post_thumbnail: false,
		post_permalink: `https://wordpress.example/post-${id}/`,
		taxonomies: {},
	};
}

/** What Ghost sends for the event `post.published`. */
export function ghostPost({ id, title, content }: CmsPost, visibility = 'public'): object {
	return {
		post: {
			current: {
				id: id.toString(16).padStart(24, '0'),
				uuid: '001cdb2b-98bf-4b05-b46c-15b3b93cade0',
				title,
				slug: `post-${id}`,
				mobiledoc: null,
				html: content,
				plaintext: '',
				feature_image: null,
				featured: false,
				status: 'published',
				visibility,
				created_at: `${created}.000Z`,
				updated_at: `${created}.000Z`,
				published_at: `${created}.000Z`,
				url: `https://ghost.example/post-${id}/`,
				excerpt: '',
				tags: [],
				authors: [],
			},
			previous: { status: 'draft', updated_at: `${created}.000Z`, published_at: null },
		},
	};
}
