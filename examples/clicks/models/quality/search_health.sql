{# Search as its users met it, day by day. Searches of one user are alike. #}
{{ rankhouse.search_health(ref("ubi_searches"), ref("ubi_clicks"), k=[1, 5], by=["day"], cluster="user_id") }}
