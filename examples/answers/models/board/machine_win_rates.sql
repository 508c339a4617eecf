select * from {{ ref("win_rates") }} where source = 'mlflow_verdicts'
